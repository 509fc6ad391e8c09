import { expect, it } from 'vitest';
import { findCardMethod } from './card-method';
import type { MercadoPago } from './mercado-pago-sdk';

const cost = (installments: number, total_amount = 250) => ({
  installments,
  installment_amount: Math.round((total_amount / installments) * 100) / 100,
  total_amount,
});

function makeSdk(id: string, type: string, costs = [cost(1), cost(2), cost(3, 261), cost(12, 300)]) {
  const getPaymentMethods = async () => ({ results: id ? [{ id, payment_type_id: type }] : [] });
  const getInstallments = async () => [{ payer_costs: costs }];
  return { getPaymentMethods, getInstallments, fields: {} } as unknown as MercadoPago;
}

const find = (sdk: MercadoPago) => findCardMethod(sdk, { bin: '54747925', preco: 250 });

it('offers the instalments of the account that are sold here, with what they cost in all', async () => {
  expect(await find(makeSdk('master', 'credit_card'))).toEqual({
    bandeira: 'master',
    tipo: 'credit_card',
    offers: [
      { parcelas: 1, total: 250, label: '1x de R$\u00a0250,00 sem juros' },
      { parcelas: 2, total: 250, label: '2x de R$\u00a0125,00 sem juros' },
      { parcelas: 3, total: 261, label: '3x de R$\u00a087,00 (total R$\u00a0261,00)' },
    ],
  });
});

it('takes a debit card for its brand, and pays by it at once', async () => {
  expect(await find(makeSdk('debvisa', 'debit_card'))).toEqual({
    bandeira: 'visa',
    tipo: 'debit_card',
    offers: [{ parcelas: 1, total: 250, label: '1x de R$\u00a0250,00 sem juros' }],
  });
});

it('offers one payment where the account tells of none', async () => {
  const method = await find(makeSdk('visa', 'credit_card', []));
  expect(method?.offers).toEqual([{ parcelas: 1, total: 250, label: '1x de R$\u00a0250,00 sem juros' }]);
});

it.each([
  ['', ''],
  ['jcb', 'credit_card'],
  ['visa', 'ticket'],
])('knows nothing of %s that pays by %s', async (id, type) => {
  expect(await find(makeSdk(id, type))).toBeNull();
});

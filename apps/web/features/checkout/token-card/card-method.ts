import { MERCADO_PAGO_BRAND_IDS, type MercadoPagoBrand } from '@esteira/domain/billing/card';
import { INSTALLMENT_OPTIONS } from '@esteira/domain/billing/plans';
import { formatMoney } from '@esteira/domain/money';
import type { Offer } from '../offer';
import type { MercadoPago } from './mercado-pago-sdk';

/** How a card pays, and in how many parts at what price, as Mercado Pago says of its first digits. */
export interface CardMethod {
  bandeira: MercadoPagoBrand;
  tipo: 'credit_card' | 'debit_card';
  offers: readonly CardOffer[];
}

interface CardOffer extends Offer {
  label: string;
}

/** The card of which these are the first digits; null when it cannot pay here. */
export async function findCardMethod(
  sdk: MercadoPago,
  { bin, preco }: { bin: string; preco: number },
): Promise<CardMethod | null> {
  const { results } = await sdk.getPaymentMethods({ bin });
  const [found] = results;
  // Debit cards are named after their brand: debvisa is a visa that pays by debit.
  const name = found?.id.replace(/^deb/, '');
  const bandeira = MERCADO_PAGO_BRAND_IDS.find((id) => id === name);
  const tipo = found?.payment_type_id;
  if (bandeira === undefined || (tipo !== 'credit_card' && tipo !== 'debit_card')) return null;
  return { bandeira, tipo, offers: await findOffers(sdk, { bin, preco, isDebit: tipo === 'debit_card' }) };
}

async function findOffers(
  sdk: MercadoPago,
  { bin, preco, isDebit }: { bin: string; preco: number; isDebit: boolean },
): Promise<CardOffer[]> {
  if (isDebit) return [toOnePayment(preco)];
  // Without an answer the card can still be charged at once.
  const answer = await sdk.getInstallments({ bin, amount: preco.toFixed(2) }).catch(() => []);
  const offers = (answer[0]?.payer_costs ?? [])
    .filter(({ installments }) => INSTALLMENT_OPTIONS.some((option) => option === installments))
    .map(({ installments, installment_amount, total_amount }) => {
      const price = `${installments}x de ${formatMoney(installment_amount)}`;
      const interest = total_amount > preco ? ` (total ${formatMoney(total_amount)})` : ' sem juros';
      return { parcelas: installments, total: Math.max(total_amount, preco), label: `${price}${interest}` };
    });
  return offers.length > 0 ? offers : [toOnePayment(preco)];
}

/** What is offered before anything is known of the card. */
export function toOnePayment(preco: number): CardOffer {
  return { parcelas: 1, total: preco, label: `1x de ${formatMoney(preco)} sem juros` };
}

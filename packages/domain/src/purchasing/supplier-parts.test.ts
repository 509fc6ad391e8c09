import { describe, expect, it } from 'vitest';
import { findPartStep, type OrderParts, toSupplierParts } from './supplier-parts';

const parts = (status: OrderParts['status'], ...steps: [string, 'enviado' | 'pago'][]): OrderParts => ({
  ...{ status, suppliers: ['a', 'b'] },
  steps: steps.map(([fornecedor_id, passo]) => ({ fornecedor_id, passo })),
});

describe('a supplier’s part takes a step', () => {
  it.each([
    ['alone while another is open', parts('aprovado'), 'sendToSupplier', 'part'],
    [
      'with the order where all others took it',
      parts('aprovado', ['b', 'enviado']),
      'sendToSupplier',
      'order',
    ],
    ['once', parts('aprovado', ['a', 'enviado']), 'sendToSupplier', 'taken'],
    ['not before the order is approved', parts('pendente'), 'sendToSupplier', 'elsewhere'],
    ['not once the order has taken it', parts('enviado_fornecedor'), 'sendToSupplier', 'elsewhere'],
    ['in order: it is not paid before it is sent', parts('aprovado'), 'pay', 'elsewhere'],
    ['without waiting for others: it is paid once sent', parts('aprovado', ['a', 'enviado']), 'pay', 'part'],
    ['of payment once', parts('aprovado', ['a', 'enviado'], ['a', 'pago']), 'pay', 'taken'],
    ['of payment with the order', parts('enviado_fornecedor', ['b', 'pago']), 'pay', 'order'],
    ['of no cancelled order', parts('cancelado', ['b', 'enviado']), 'sendToSupplier', 'elsewhere'],
  ] as const)('%s', (_how, order, action, expected) => {
    expect(findPartStep(order, action, 'a')).toBe(expected);
  });

  it('not where it has no line', () => {
    expect(findPartStep(parts('aprovado'), 'sendToSupplier', 'c')).toBe('no_part');
  });

  it('with an order of its own at once', () => {
    const own = { status: 'aprovado', suppliers: ['a'], steps: [] } as const;
    expect(findPartStep(own, 'sendToSupplier', 'a')).toBe('order');
  });
});

describe('the parts of an order', () => {
  const line = (fornecedor_id: string | null, fields: object = {}) => ({
    ...{ fornecedor_id, fornecedor_nome: `F ${fornecedor_id}`, preco_fornecedor: 10.1 },
    ...{ enviado_em: null, pago_em: null, ...fields },
  });
  const sentAt = '2026-11-26T12:00:00.000Z';
  const itens = [line('a', { enviado_em: sentAt }), line('b'), line('a', { enviado_em: sentAt }), line(null)];

  it('sum up each supplier’s lines, with the step that it took', () => {
    expect(toSupplierParts({ status: 'aprovado', enviado_pelo_marketplace: false, itens })).toEqual([
      { fornecedor_id: 'a', fornecedor_nome: 'F a', preco_fornecedor: 20.2, passo: 'enviado', em: sentAt },
      { fornecedor_id: 'b', fornecedor_nome: 'F b', preco_fornecedor: 10.1, passo: null, em: null },
      { fornecedor_id: null, fornecedor_nome: 'F null', preco_fornecedor: 10.1, passo: null, em: null },
    ]);
  });

  it('took what the order itself has taken', () => {
    const steps = (status: OrderParts['status'], enviado_pelo_marketplace = false) =>
      toSupplierParts({ status, enviado_pelo_marketplace, itens }).map(({ passo }) => passo);
    expect(steps('enviado_fornecedor')).toEqual(['enviado', 'enviado', 'enviado']);
    expect(steps('entregue')).toEqual(['pago', 'pago', 'pago']);
    expect(steps('cancelado')).toEqual([null, null, null]);
    expect(steps('enviado_cliente', true)).toEqual([null, null, null]);
  });
});

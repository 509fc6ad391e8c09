import type { Order } from '@esteira/validators/orders/order';
import { expect, it } from 'vitest';
import { toBars, toWaterfall } from './waterfall';

const lines = (preco_venda: number, preco_fornecedor: number, lucro: number) =>
  toWaterfall({ preco_venda, preco_fornecedor, lucro } as Order);

it('leads from the sale price over the cost to the profit', () => {
  expect(lines(60, 45, 15)).toEqual([
    { label: 'Preço de venda', amount: 60, kind: 'start' },
    { label: 'Custo do fornecedor', amount: -45, kind: 'cost' },
    { label: 'Lucro', amount: 15, kind: 'rest' },
  ]);
  expect(toBars(lines(60, 45, 15))).toEqual([
    { left: 0, width: 100 },
    { left: 25, width: 75 },
    { left: 0, width: 25 },
  ]);
});

it('shows a loss left of zero', () => {
  expect(toBars(lines(30, 40, -10))).toEqual([
    { left: 25, width: 75 },
    { left: 0, width: 100 },
    { left: 0, width: 25 },
  ]);
});

it('takes a further cost between without another rule', () => {
  const [start, cost, rest] = lines(100, 50, 30);
  if (!start || !cost || !rest) throw new Error('three lines');
  const fee = { label: 'Comissão', amount: -20, kind: 'cost' as const };
  expect(toBars([start, cost, fee, rest]).map(({ left, width }) => [left, width])).toEqual([
    [0, 100],
    [50, 50],
    [30, 20],
    [0, 30],
  ]);
});

it('draws nothing for an order that is worth nothing', () => {
  expect(toBars(lines(0, 0, 0))).toEqual(Array(3).fill({ left: 0, width: 0 }));
});

import type { OrderCosts } from '@esteira/validators/costs/order-costs';
import { expect, it } from 'vitest';
import { toBars, toWaterfall } from './waterfall';

const lines = (preco_venda: number, fornecedor: number, liquido: number) =>
  toWaterfall({ preco_venda, linhas: [{ valor: fornecedor }] as OrderCosts['linhas'], liquido });

it('leads from the sale price over the costs to what remains', () => {
  expect(lines(60, 45, 15)).toEqual([
    { amount: 60, kind: 'start' },
    { amount: -45, kind: 'cost' },
    { amount: 15, kind: 'rest' },
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

it('begins each cost where the one before it ended', () => {
  const [start, cost, rest] = lines(100, 50, 30);
  if (!start || !cost || !rest) throw new Error('three lines');
  const fee = { amount: -20, kind: 'cost' as const };
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

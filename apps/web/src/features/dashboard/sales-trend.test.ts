import { expect, it } from 'vitest';
import { salesTrend } from './sales-trend';

const months = (...vendas: number[]) =>
  vendas.map((count, index) => ({ mes: `2026-0${index + 1}`, vendas: count }));

it.each([
  [months(10, 15), '+50% em relação ao mês anterior'],
  [months(3, 10, 5), '−50% em relação ao mês anterior'],
  [months(10, 10), '0% em relação ao mês anterior'],
])('compares the last two months (%#)', (input, expected) => {
  expect(salesTrend(input)).toBe(expected);
});

it('says nothing without a month to compare with', () => {
  expect(salesTrend(months(0, 8))).toBeNull();
  expect(salesTrend(months(8))).toBeNull();
  expect(salesTrend([])).toBeNull();
});

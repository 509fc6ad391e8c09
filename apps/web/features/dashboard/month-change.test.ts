import { expect, it } from 'vitest';
import { monthChange, toMonthName, toSpanName } from './month-change';

const trend = (lucro: number, antes: number) => ({
  atual: { mes: '2026-02', vendas: 1, receita: 10, lucro },
  anterior: { mes: '2026-01', vendas: 4, receita: 0, lucro: antes, ate: '2026-01-14T12:00:00.000Z' },
  cancelados: 0,
});

it.each([
  [15, 10, { direction: 'up', text: '+50%' }],
  [5, 10, { direction: 'down', text: '−50%' }],
  [-5, 10, { direction: 'down', text: '−150%' }],
  [10, 10, { direction: 'same', text: '0%' }],
  [10.01, 10, { direction: 'same', text: '0%' }],
])('a profit of %d after %d', (lucro, before, expected) => {
  expect(monthChange(trend(lucro, before), 'lucro')).toEqual(expected);
});

it('compares the figure it is asked for', () => {
  expect(monthChange(trend(10, 10), 'vendas')).toEqual({ direction: 'down', text: '−75%' });
});

it('says nothing where the month before sold nothing or lost money', () => {
  expect(monthChange(trend(1, 1), 'receita')).toBeNull();
  expect(monthChange(trend(5, -10), 'lucro')).toBeNull();
});

it.each([
  ['2026-10-21T15:30:00.000Z', '1–21 de outubro'],
  ['2026-10-01T12:00:00.000Z', '1º de outubro'],
  // The last moment of February in São Paulo.
  ['2026-03-01T02:59:59.999Z', '1–28 de fevereiro'],
  ['2028-03-01T02:59:59.999Z', '1–29 de fevereiro'],
])('a span up to %s is called %s', (ate, name) => {
  expect(toSpanName(ate)).toBe(name);
});

it.each([
  ['2026-01', 'janeiro'],
  ['2026-03', 'março'],
  ['2026-12', 'dezembro'],
])('the month %s is called %s', (mes, name) => {
  expect(toMonthName(mes)).toBe(name);
});

import { expect, it } from 'vitest';
import { monthChange } from './month-change';

const trend = (lucro: number, antes: number) => ({
  atual: { mes: '2026-02', vendas: 1, receita: 10, lucro },
  anterior: { mes: '2026-01', vendas: 4, receita: 0, lucro: antes },
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

import type { OrderCounts } from '@esteira/validators/orders/order-list';
import { expect, it } from 'vitest';
import { toText } from './order-filter-buttons';

const counts = { todos: 1_234, pendentes: 0, parciais: [] as OrderCounts['parciais'] } as OrderCounts;
const partial: OrderCounts = { ...counts, parciais: ['pendente'] };

it('says how many there are, and of what was not counted to the end how many there are at least', () => {
  expect(toText(counts, 'todos', 50)).toBe(' (1.234)');
  expect(toText(counts, 'pendentes', 0)).toBe(' (0)');
  expect(toText(partial, 'todos', 50)).toBe(' (1.234+)');
});

it('says no fewer than are on the page, and no number where none was found so far', () => {
  expect(toText(partial, 'pendentes', 50)).toBe(' (50+)');
  expect(toText(partial, 'pendentes', 0)).toBe('');
});

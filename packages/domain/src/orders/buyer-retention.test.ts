import { expect, it } from 'vitest';
import { describeBuyer, ENDED_STATUSES, findRetentionLimit } from './buyer-retention';
import { isCancellable, ORDER_ACTIONS, ORDER_STATUSES } from './order-machine';

it('an order has ended exactly where no step leads on and nothing can be cancelled', () => {
  const goesOn = new Set(Object.values(ORDER_ACTIONS).map(({ from }) => from as string));
  expect(ORDER_STATUSES.filter((status) => !goesOn.has(status))).toEqual([...ENDED_STATUSES]);
  expect(ENDED_STATUSES.filter((status) => isCancellable(status))).toEqual([]);
});

it.each([
  [365, '2025-11-22T12:00:00.000Z'],
  [1, '2026-11-21T12:00:00.000Z'],
])('buyers are kept for %s days after the end', (days, limit) => {
  expect(findRetentionLimit(new Date('2026-11-22T12:00:00Z'), days).toISOString()).toBe(limit);
});

it.each([
  ['Ana', null, 'Ana'],
  [null, null, 'Não informado pelo marketplace'],
  [null, '2026-11-22T12:00:00.000Z', 'Dados apagados'],
])('a buyer %s, erased at %s, reads "%s"', (known, erasedAt, text) => {
  expect(describeBuyer(known, erasedAt)).toBe(text);
});

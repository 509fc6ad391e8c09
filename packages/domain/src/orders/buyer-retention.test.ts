import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../durations';
import {
  type BuyerClock,
  describeBuyer,
  ENDED_STATUSES,
  findBuyerLimit,
  listBuyerRules,
} from './buyer-retention';
import { isCancellable, ORDER_ACTIONS, ORDER_STATUSES } from './order-machine';

it('an order has ended exactly where no step leads on and nothing can be cancelled', () => {
  const goesOn = new Set(Object.values(ORDER_ACTIONS).map(({ from }) => from as string));
  expect(ORDER_STATUSES.filter((status) => !goesOn.has(status))).toEqual([...ENDED_STATUSES]);
  expect(ENDED_STATUSES.filter((status) => isCancellable(status))).toEqual([]);
});

it.each([
  [10, ['amazon'], 10, 10],
  [400, ['amazon'], 400, 30],
  [400, [], 400, 400],
] as const)('%s days, demanded of %s: Mercado Livre %s, Amazon %s', (days, demanding, ml, amazon) => {
  const rules = listBuyerRules(days, demanding);
  expect([rules.mercadolivre.days, rules.amazon.days]).toEqual([ml, amazon]);
});

const at = (day: string) => new Date(`${day}T12:00:00Z`);
const sold: BuyerClock = { soldAt: at('2025-12-20'), endedAt: null, promisedAt: null };

describe('while Amazon is real', () => {
  const { amazon, mercadolivre } = listBuyerRules(365, ['amazon']);

  it.each([
    ['delivered', { ...sold, endedAt: at('2026-01-05') }, '2026-02-04'],
    ['shipped and promised', { ...sold, promisedAt: at('2026-01-10') }, '2026-02-09'],
    ['never shipped', sold, '2026-04-19'],
    ['delivered long after the sale', { ...sold, endedAt: at('2026-04-10') }, '2026-04-19'],
  ])('a buyer of an order that is %s goes on that day', (_, order, day) => {
    expect(findBuyerLimit(amazon, order)).toEqual(at(day));
  });

  it('one of Mercado Livre is kept for as long as the order is open', () => {
    expect(findBuyerLimit(mercadolivre, { ...sold, promisedAt: at('2026-01-10') })).toBeNull();
  });
});

const days = fc.integer({ min: 0, max: 500 });
const maybe = fc.option(days);

it('no buyer is kept longer than the marketplace or the operator allows', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3650 }), days, maybe, maybe, (kept, start, toEnd, toPromise) => {
      const soldAt = new Date(start * DAY_MS);
      const later = (count: number | null) =>
        count === null ? null : new Date(soldAt.getTime() + count * DAY_MS);
      const order = { soldAt, endedAt: later(toEnd), promisedAt: later(toPromise) };
      const { amazon, mercadolivre } = listBuyerRules(kept, ['amazon']);
      const limit = findBuyerLimit(amazon, order)?.getTime() ?? Number.POSITIVE_INFINITY;
      expect(limit).toBeLessThanOrEqual(soldAt.getTime() + 120 * DAY_MS);
      const end = order.endedAt ?? order.promisedAt;
      if (end) expect(limit).toBeLessThanOrEqual(end.getTime() + Math.min(kept, 30) * DAY_MS);
      const general = findBuyerLimit(mercadolivre, order);
      expect(general).toEqual(order.endedAt && new Date(order.endedAt.getTime() + kept * DAY_MS));
    }),
  );
});

it.each([
  ['Ana', null, 'Ana'],
  [null, null, 'Não informado pelo marketplace'],
  [null, '2026-11-22T12:00:00.000Z', 'Dados apagados'],
])('a buyer %s, erased at %s, reads "%s"', (known, erasedAt, text) => {
  expect(describeBuyer(known, erasedAt)).toBe(text);
});

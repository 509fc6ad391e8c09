import { describe, expect, it } from 'vitest';
import { makeSale, table } from '../../testing/profit-sale';
import { findFall, isBelowMargin, listChangeDays } from './fallen-margin';
import { makeCostCurve } from './pricing/cost-curve';
import { quoteSale } from './quote';

describe('the days on which fees change', () => {
  it('are those on which a rule begins, both ends included', () => {
    expect(listChangeDays(table, { from: '2026-03-02', to: '2026-08-24' })).toEqual([
      '2026-03-02',
      '2026-04-10',
      '2026-08-24',
    ]);
    expect(listChangeDays(table, { from: '2026-08-25', to: '2026-08-31' })).toEqual([]);
  });
});

describe('below a margin', () => {
  const quote = quoteSale(makeCostCurve(table, makeSale()), 7900);

  it('is a sale that leaves a cent less than it', () => {
    // R$ 20,80 of R$ 79,00 are 26.329… %.
    expect([isBelowMargin(quote, 2632), isBelowMargin(quote, 2633)]).toEqual([false, true]);
    const tenth = { ...quote, priceCents: 10_000, netCents: 1000 };
    expect(isBelowMargin(tenth, 1000)).toBe(false);
    expect(isBelowMargin({ ...tenth, netCents: 999 }, 1000)).toBe(true);
  });

  it('at zero is a sale that loses, and of what is not known nothing is said', () => {
    expect(isBelowMargin({ ...quote, netCents: 0 }, 0)).toBe(false);
    expect(isBelowMargin({ ...quote, netCents: -1 }, 0)).toBe(true);
    expect(isBelowMargin({ ...quote, netCents: null }, 0)).toBeNull();
  });
});

describe('the day on which a product fell', () => {
  const days = ['2026-12-01', '2026-12-10'];

  it.each([
    [[false, true, true], '2026-12-01'],
    [[false, false, true], '2026-12-10'],
    [[true, false, true], '2026-12-10'],
    [[true, true, true], null],
    [[false, true, false], null],
    [[false, false, false], null],
    [[null, true, true], null],
    [[false, null, true], null],
    [[false, true, null], null],
  ])('%j: %s', (wasBelow, expected) => expect(findFall(days, wasBelow)).toBe(expected));
});

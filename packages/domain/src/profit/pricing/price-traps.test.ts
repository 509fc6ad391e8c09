import { runs } from '@esteira/config/vitest/runs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anySale, makeAmazonSale, makeSale, table } from '../../../testing/profit-sale';
import { netAt } from '../quote';
import { makeCostCurve } from './cost-curve';
import { findPriceTraps, formatPriceTrap } from './price-traps';

const trapsOf = (sale = makeSale()) => findPriceTraps(makeCostCurve(table, sale));
const ends = (sale = makeSale()) => trapsOf(sale).map(({ fromCents, toCents }) => [fromCents, toCents + 1]);

it('after each step the prices that leave less are named', () => {
  expect(ends()).toEqual([
    [4900, 5053],
    [7900, 8609],
    [10000, 10282],
    [12000, 12259],
    [15000, 15271],
    [20000, 20366],
  ]);
  expect(ends(makeAmazonSale())).toEqual(
    expect.arrayContaining([
      [7900, 8697],
      [20000, 20951],
    ]),
  );
});

it('a trap is said in one sentence', () => {
  const trap = trapsOf().find(({ fromCents }) => fromCents === 7900);
  expect(trap).toMatchObject({ betterCents: 7899, betterNetCents: 2680 });
  expect(trap && formatPriceTrap(trap)).toBe(
    'Entre R$\u00a079,00 e R$\u00a086,08 você ganha menos do que a R$\u00a078,99.',
  );
});

it('a step at which nothing is earned anyway is no trap', () => {
  expect(ends(makeSale({ supplierCents: 5700 })).map(([from]) => from)).not.toContain(7900);
});

it('every price in a trap leaves less than the better one, and the next leaves as much', () => {
  fc.assert(
    fc.property(anySale, (sale) => {
      const curve = makeCostCurve(table, sale);
      for (const { fromCents, toCents, betterCents, betterNetCents } of findPriceTraps(curve)) {
        expect(netAt(curve, betterCents)).toBe(betterNetCents);
        let most = Number.NEGATIVE_INFINITY;
        for (let price = fromCents; price <= Math.min(toCents, fromCents + 5000); price += 1) {
          most = Math.max(most, netAt(curve, price) ?? Number.NaN);
        }
        expect(most).toBeLessThan(betterNetCents);
        const next = toCents === 999_999_999 ? null : netAt(curve, toCents + 1);
        if (next !== null) expect(next).toBeGreaterThanOrEqual(betterNetCents);
      }
    }),
    { numRuns: runs(60) },
  );
});

it('no fall of more than rounding is left out', () => {
  fc.assert(
    fc.property(anySale, (sale) => {
      const curve = makeCostCurve(table, sale);
      const traps = findPriceTraps(curve);
      for (let price = 1; price <= 30_000; price += 1) {
        const [before, after] = [netAt(curve, price - 1), netAt(curve, price)];
        if (before === null || after === null || before <= 0 || after > before - 6) continue;
        const isNamed = traps.some(({ fromCents, toCents }) => fromCents <= price && price <= toCents);
        expect(isNamed, `${price}`).toBe(true);
      }
    }),
    { numRuns: runs(40) },
  );
});

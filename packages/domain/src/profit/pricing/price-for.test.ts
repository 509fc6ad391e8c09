import { runs } from '@esteira/config/vitest/runs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anySale, makeAmazonSale, makeSale, parcelOf, table } from '../../../testing/profit-sale';
import { netAt } from '../quote';
import type { Sale } from '../sale';
import { type CostCurve, makeCostCurve } from './cost-curve';
import { findEndingPriceFor, findPriceFor, type PriceTarget } from './price-for';
import { findPriceTraps } from './price-traps';

const priceFor = (target: PriceTarget, changes: Partial<Sale> = {}) => {
  const found = findPriceFor(makeCostCurve(table, makeSale(changes)), target);
  return found.ok ? found.priceCents : found;
};
/** The curve with a cost that is not known in some of its pieces. */
const hideCosts = (curve: CostCurve, hides: (piece: CostCurve['pieces'][number]) => boolean): CostCurve => ({
  ...curve,
  pieces: curve.pieces.map((piece) => (hides(piece) ? { ...piece, missing: ['peso'] } : piece)),
});
const net = (cents: number) => ({ kind: 'net', cents }) as const;
const netMargin = (bps: number) => ({ kind: 'net_margin', bps }) as const;

describe('the lowest price', () => {
  it.each([
    [net(0), 4574],
    [net(2500), 7686],
    [net(2700), 8633],
    [netMargin(3000), 7330],
    [netMargin(3500), 9282],
  ])('for %o is %i cents', (target, price) => expect(priceFor(target)).toBe(price));

  it('is not there where shares take the whole price', () => {
    expect(priceFor(net(0), { adsBps: 9000 })).toEqual({ ok: false, missing: [] });
    expect(priceFor(netMargin(9000))).toEqual({ ok: false, missing: [] });
  });

  it('is not told where a cost is missing', () => {
    expect(priceFor(net(0), { parcel: parcelOf(null) })).toEqual({ ok: false, missing: ['peso'] });
  });

  it('is told below the prices whose freight is not known, and not above', () => {
    const curve = makeCostCurve(table, makeAmazonSale({ parcel: parcelOf(null) }));
    expect(findPriceFor(curve, net(2810))).toEqual({ ok: true, priceCents: 7899, missing: [] });
    expect(findPriceFor(curve, net(2811))).toEqual({ ok: false, missing: ['peso'] });
  });

  it('is found at once, however little of the price is left', () => {
    const price = priceFor(net(100_000), { tax: { regime: 'outro', bps: 8840 } });
    expect(price).toBeGreaterThan(100_000_000);
  });

  it.each([net(0.5), netMargin(-1), netMargin(10_000), netMargin(0.5)])('refuses %o', (target) => {
    expect(() => priceFor(target)).toThrow(RangeError);
  });
});

describe('the lowest price with an ending', () => {
  const ending = (target: PriceTarget, cents: number, changes: Partial<Sale> = {}) => {
    const curve = makeCostCurve(table, makeSale(changes));
    const found = findEndingPriceFor(curve, target, { ending: cents, traps: findPriceTraps(curve) });
    return found.ok ? found.priceCents : found;
  };

  it.each([
    [netMargin(3000), 90, 7390],
    [netMargin(3000), 99, 7399],
    // At 78,91 a price ending in 90 would be 79,90, behind the step of the freight.
    [net(2680), 90, 8690],
    [net(2680), 99, 7899],
    [netMargin(3500), 90, 9290],
  ])('for %o ending in %i is %i cents', (target, cents, price) => expect(ending(target, cents)).toBe(price));

  it('does not lie in a trap while a higher price does', () => {
    const curve = makeCostCurve(table, makeSale());
    const inTrap = { fromCents: 7300, toCents: 7399, betterCents: 7299, betterNetCents: 1 };
    const target = netMargin(3000);
    expect(findEndingPriceFor(curve, target, { ending: 90, traps: [inTrap] })).toMatchObject({
      priceCents: 7490,
    });
    const everywhere = { ...inTrap, toCents: 999_999_999 };
    expect(findEndingPriceFor(curve, target, { ending: 90, traps: [everywhere] })).toMatchObject({
      priceCents: 7390,
    });
  });

  it('says what is missing below the price even where a trap was skipped on the way', () => {
    const curve = hideCosts(makeCostCurve(table, makeSale()), ({ to }) => to < 7300);
    const traps = [{ fromCents: 7300, toCents: 7399, betterCents: 7299, betterNetCents: 1 }];
    expect(findEndingPriceFor(curve, netMargin(3000), { ending: 90, traps })).toEqual({
      ...{ ok: true, priceCents: 7390, missing: ['peso'] },
    });
  });

  it('is not there where shares take the whole price, nor told where a cost is missing', () => {
    expect(ending(netMargin(9000), 90)).toEqual({ ok: false, missing: [] });
    expect(ending(netMargin(1000), 90, { parcel: parcelOf(null) })).toEqual({ ok: false, missing: ['peso'] });
  });

  it.each([-1, 100, 0.5])('refuses the ending %s', (cents) => {
    expect(() => ending(netMargin(1000), cents)).toThrow(RangeError);
  });
});

describe('whatever the sale', () => {
  const target = fc.oneof(
    fc.integer({ min: -3000, max: 30_000 }).map(net),
    fc.integer({ min: 0, max: 6000 }).map(netMargin),
  );
  const reaches = (aim: PriceTarget, left: number, price: number) =>
    aim.kind === 'net' ? left >= aim.cents : left * 10_000 >= aim.bps * price;
  const MAX_TRIED = 30_000;

  it('the price found is the first that reaches the target, one by one', () => {
    fc.assert(
      fc.property(anySale, target, (sale, aim) => {
        const curve = makeCostCurve(table, sale);
        const found = findPriceFor(curve, aim);
        const isFirst = (price: number) => {
          const left = netAt(curve, price);
          return left !== null && reaches(aim, left, price);
        };
        let first = 1;
        while (first <= MAX_TRIED && !isFirst(first)) first += 1;
        const answer = found.ok ? found.priceCents : Number.POSITIVE_INFINITY;
        expect(Math.min(answer, MAX_TRIED + 1)).toBe(first);
      }),
      { numRuns: runs(40) },
    );
  });

  it('the price found reaches the target, and one cent less does not', () => {
    fc.assert(
      fc.property(anySale, target, (sale, aim) => {
        const curve = makeCostCurve(table, sale);
        const found = findPriceFor(curve, aim);
        fc.pre(found.ok && found.priceCents > 1);
        const [left, below] = [netAt(curve, found.priceCents), netAt(curve, found.priceCents - 1)];
        expect(reaches(aim, left ?? Number.NaN, found.priceCents)).toBe(true);
        if (below !== null) expect(reaches(aim, below, found.priceCents - 1)).toBe(false);
      }),
    );
  });

  it('the price found with an ending is the first of them that reaches the target, but for traps', () => {
    fc.assert(
      fc.property(anySale, target, fc.constantFrom(90, 99, 0), fc.nat(), (sale, aim, ending, hidden) => {
        const whole = makeCostCurve(table, sale);
        const curve = hideCosts(whole, (piece) => piece === whole.pieces[hidden % (2 * whole.pieces.length)]);
        const traps = findPriceTraps(curve);
        const found = findEndingPriceFor(curve, aim, { ending, traps });
        const isTrapped = (price: number) =>
          traps.some(({ fromCents, toCents }) => fromCents <= price && price <= toCents);
        const does = (price: number) => {
          const left = netAt(curve, price);
          return price > 0 && left !== null && reaches(aim, left, price);
        };
        const ended = Array.from({ length: MAX_TRIED / 100 }, (_, index) => index * 100 + ending);
        const all = ended.filter(does);
        const free = all.find((price) => !isTrapped(price));
        if (!found.ok) {
          expect(all).toEqual([]);
          return;
        }
        expect([found.priceCents % 100, does(found.priceCents)]).toEqual([ending, true]);
        const below = curve.pieces.filter(({ from }) => from <= found.priceCents);
        expect(found.missing).toEqual([...new Set(below.flatMap(({ missing }) => missing))]);
        if (found.priceCents < MAX_TRIED) expect([free, all[0]]).toContain(found.priceCents);
        if (free !== undefined && found.missing.length === 0)
          expect(found.priceCents).toBeLessThanOrEqual(free);
      }),
      { numRuns: runs(40) },
    );
  });
});

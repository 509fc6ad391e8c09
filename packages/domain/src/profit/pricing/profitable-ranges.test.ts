import { runs } from '@esteira/config/vitest/runs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anySale, makeAmazonSale, makeSale, parcelOf, table } from '../../../testing/profit-sale';
import { netAt } from '../quote';
import { makeCostCurve } from './cost-curve';
import { findPriceFor } from './price-for';
import { findProfitableRanges } from './profitable-ranges';

const MAX = 999_999_999;
const rangesOf = (supplierCents: number) =>
  findProfitableRanges(makeCostCurve(table, makeSale({ supplierCents }))).profitable;

it('a loss can lie between two profits', () => {
  expect(rangesOf(5500)).toEqual([
    { fromCents: 7686, toCents: 7899 },
    { fromCents: 8397, toCents: MAX },
  ]);
  expect(rangesOf(5700)).toEqual([{ fromCents: 8633, toCents: MAX }]);
});

it('no price gains where shares take all of it', () => {
  const sale = makeSale({ adsBps: 10_000 });
  expect(findProfitableRanges(makeCostCurve(table, sale))).toEqual({ profitable: [], unknown: [] });
});

it('prices whose costs are not known are told apart', () => {
  const sale = makeAmazonSale({ parcel: parcelOf(null) });
  const { profitable, unknown } = findProfitableRanges(makeCostCurve(table, sale));
  expect(profitable.at(-1)?.toCents).toBe(7899);
  expect(unknown.map(({ fromCents, missing }) => [fromCents, missing])).toEqual([
    [7900, ['peso']],
    [20000, ['peso']],
  ]);
});

it('the ranges hold every price that loses nothing, and no other, one by one', () => {
  fc.assert(
    fc.property(anySale, (sale) => {
      const curve = makeCostCurve(table, sale);
      fc.pre(curve.pieces.every(({ rate }) => Math.abs(1_000_000 - rate) >= 10_000));
      const { profitable } = findProfitableRanges(curve);
      const found: { fromCents: number; toCents: number }[] = [];
      for (let price = 1; price <= 30_000; price += 1) {
        if ((netAt(curve, price) ?? -1) < 0) continue;
        const last = found.at(-1);
        if (last?.toCents === price - 1) last.toCents = price;
        else found.push({ fromCents: price, toCents: price });
      }
      const within = profitable
        .filter(({ fromCents }) => fromCents <= 30_000)
        .map(({ fromCents, toCents }) => ({ fromCents, toCents: Math.min(toCents, 30_000) }));
      expect(within).toEqual(found);
    }),
    { numRuns: runs(40) },
  );
});

it('no price inside a range loses, far up either, and the first is the lowest price for nothing', () => {
  fc.assert(
    fc.property(anySale, fc.double({ min: 0, max: 1, noNaN: true }), (sale, at) => {
      const curve = makeCostCurve(table, sale);
      const { profitable } = findProfitableRanges(curve);
      for (const { fromCents, toCents } of profitable) {
        const price = fromCents + Math.floor((toCents - fromCents) * at);
        expect(netAt(curve, price)).toBeGreaterThanOrEqual(0);
      }
      if (curve.pieces.some(({ rate }) => Math.abs(1_000_000 - rate) < 10_000)) return;
      const lowest = findPriceFor(curve, { kind: 'net', cents: 0 });
      expect(profitable[0]?.fromCents).toBe(lowest.ok ? lowest.priceCents : undefined);
    }),
  );
});

import { expect, it } from 'vitest';
import { makeSale, parcelOf, table } from '../../../testing/profit-sale';
import { netAt } from '../quote';
import { makeCostCurve } from './cost-curve';
import { listCurveLines } from './curve-points';

const curve = makeCostCurve(table, makeSale());

it('lines lie side by side, hold the net of their ends, and fall where a cost steps', () => {
  const lines = listCurveLines(curve, 100, 12_000);
  expect(lines[0]?.[0].priceCents).toBe(100);
  expect(lines.at(-1)?.[1].priceCents).toBe(12_000);
  for (const [index, [from, to]] of lines.entries()) {
    expect([from.netCents, to.netCents]).toEqual([
      netAt(curve, from.priceCents),
      netAt(curve, to.priceCents),
    ]);
    if (index > 0) expect(from.priceCents).toBe((lines[index - 1]?.[1].priceCents ?? 0) + 1);
  }
  const step = lines.find(([from]) => from.priceCents === 7900);
  expect(step?.[0].netCents).toBe(2080);
  expect(lines.find(([, to]) => to.priceCents === 7899)?.[1].netCents).toBe(2680);
});

it('prices of which a cost is not known have no line', () => {
  expect(listCurveLines(makeCostCurve(table, makeSale({ parcel: parcelOf(null) })), 0, 12_000)).toEqual([]);
});

it('a range that ends before it begins is refused', () => {
  expect(() => listCurveLines(curve, 2, 1)).toThrow(RangeError);
});

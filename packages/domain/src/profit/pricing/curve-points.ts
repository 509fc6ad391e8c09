import { type CostCurve, netOf } from './cost-curve';

/** A price in cents and what remains of it. */
export interface CurvePoint {
  priceCents: number;
  netCents: number;
}

/**
 * What remains over a range of prices, for drawing: lines that each begin and end where a cost steps. Between their ends
 * they are straight but for rounding. Prices of which a cost is not known have no line.
 * @throws RangeError when the prices are no whole cents, or the first is above the last.
 */
export function listCurveLines(
  { pieces }: CostCurve,
  fromCents: number,
  toCents: number,
): [CurvePoint, CurvePoint][] {
  if (!Number.isSafeInteger(fromCents) || !Number.isSafeInteger(toCents) || fromCents > toCents) {
    throw new RangeError(`not a range of prices: ${fromCents} to ${toCents}`);
  }
  return pieces
    .filter(({ from, to, missing }) => missing.length === 0 && from <= toCents && fromCents <= to)
    .map((piece) => {
      const pointAt = (priceCents: number) => ({ priceCents, netCents: netOf(piece, priceCents) });
      return [pointAt(Math.max(piece.from, fromCents)), pointAt(Math.min(piece.to, toCents))];
    });
}

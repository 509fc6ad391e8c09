import { type CostCode, type CostOrigin, costAt, type MissingCode } from './costs/cost-term';
import { type CostCurve, findPiece, netOf } from './pricing/cost-curve';

/** One cost of a sale, with what it comes from. */
export interface CostLine {
  code: CostCode;
  cents: number;
  origin: CostOrigin;
  ruleId: string | null;
}

/** What a sale costs and leaves, in whole cents: price = costs + net, to the cent. */
export interface Quote {
  priceCents: number;
  /** What is known of the costs, in the order of `COST_CODES`. */
  lines: CostLine[];
  /** Their sum. */
  costCents: number;
  /** What would have to be known; empty where the quote is whole. */
  missing: readonly MissingCode[];
  /** What remains; null where something is missing. */
  netCents: number | null;
  /** That as a percentage of the price, one decimal; null where it is not known, or the price is zero. */
  marginPercent: number | null;
}

/**
 * What one unit costs and leaves at a price in cents.
 * @throws RangeError when the price is no whole number of cents from zero on.
 */
export function quoteSale(curve: CostCurve, priceCents: number): Quote {
  return quoteParcel(curve, priceCents, 1);
}

/**
 * What several units cost and leave that are sold at a price in cents each and go in one parcel. Each cost is rounded
 * for one unit and then multiplied, as the marketplaces do; freight that is charged by parcel counts once.
 * @throws RangeError when the price or the number of units makes no sense.
 */
export function quoteParcel(curve: CostCurve, priceCents: number, units: number): Quote {
  if (!Number.isSafeInteger(units) || units < 1) throw new RangeError(`not a number of units: ${units}`);
  const { terms, missing } = findPiece(curve, priceCents);
  const lines: CostLine[] = [];
  let costCents = 0;
  for (const term of terms) {
    const cents = costAt(term, priceCents) * (term.perShipment ? 1 : units);
    lines.push({ code: term.code, cents, origin: term.origin, ruleId: term.ruleId });
    costCents += cents;
  }
  const whole = priceCents * units;
  const netCents = missing.length > 0 ? null : whole - costCents;
  return { priceCents: whole, lines, costCents, missing, netCents, marginPercent: toMargin(netCents, whole) };
}

/**
 * What remains of a price in cents, or null where a cost is missing: `quoteSale` without its lines, for curves of many
 * prices.
 * @throws RangeError when the price is no whole number of cents from zero on.
 */
export function netAt(curve: CostCurve, priceCents: number): number | null {
  const piece = findPiece(curve, priceCents);
  return piece.missing.length > 0 ? null : netOf(piece, priceCents);
}

/** What remains as a percentage of the price, one decimal; null where it is not known, or the price is zero. */
export function toMargin(netCents: number | null, priceCents: number): number | null {
  if (netCents === null || priceCents === 0) return null;
  const permille = Math.round((netCents * 1000) / priceCents);
  return permille === 0 ? 0 : permille / 10;
}

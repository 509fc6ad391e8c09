import {
  COST_CODES,
  type CostCode,
  type CostOrigin,
  type CostTerm,
  costAt,
  MISSING_CODES,
  type MissingCode,
} from './costs/cost-term';
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
  return quoteTogether([{ curve, priceCents, units }]);
}

/** Units that are sold at a price in cents each. */
export interface SoldUnits {
  curve: CostCurve;
  priceCents: number;
  units: number;
}

/**
 * The same of units with different curves or prices that go in one parcel: of freight that is charged by parcel the
 * dearest counts, once. Their order does not matter.
 * @throws RangeError as `quoteParcel`.
 */
export function quoteTogether(sold: readonly SoldUnits[]): Quote {
  const costs = sold.flatMap(listCosts);
  const lines = COST_CODES.flatMap((code) => sumCosts(costs.filter((cost) => cost.code === code)));
  const costCents = lines.reduce((sum, { cents }) => sum + cents, 0);
  const whole = sold.reduce((sum, { priceCents, units }) => sum + priceCents * units, 0);
  const missing = listMissing(sold);
  const netCents = missing.length > 0 ? null : whole - costCents;
  return { priceCents: whole, lines, costCents, missing, netCents, marginPercent: toMargin(netCents, whole) };
}

type UnitsCost = CostLine & Pick<CostTerm, 'perShipment'>;

function listCosts({ curve, priceCents, units }: SoldUnits): UnitsCost[] {
  if (!Number.isSafeInteger(units) || units < 1) throw new RangeError(`not a number of units: ${units}`);
  return findPiece(curve, priceCents).terms.map((term) => {
    const { code, origin, ruleId, perShipment } = term;
    const cents = costAt(term, priceCents) * (perShipment ? 1 : units);
    return { code, cents, origin, ruleId, perShipment };
  });
}

/** One line of all costs of a kind, of the rule that all of them are by. */
function sumCosts(costs: readonly UnitsCost[]): CostLine[] {
  const dearest = costs.filter(({ perShipment }) => perShipment).sort(byCents)[0];
  const counted = costs.filter((cost) => !cost.perShipment || cost === dearest);
  const [first] = counted;
  if (first === undefined) return [];
  const { code, origin, ruleId } = first;
  const cents = counted.reduce((sum, cost) => sum + cost.cents, 0);
  return [
    {
      ...{ code, cents },
      origin: counted.every((cost) => cost.origin === origin) ? origin : 'tabela',
      ruleId: counted.every((cost) => cost.ruleId === ruleId) ? ruleId : null,
    },
  ];
}

const byCents = (a: UnitsCost, b: UnitsCost) =>
  b.cents - a.cents || (a.ruleId ?? '').localeCompare(b.ruleId ?? '');

function listMissing(sold: readonly SoldUnits[]): MissingCode[] {
  const missing = new Set(sold.flatMap(({ curve, priceCents }) => findPiece(curve, priceCents).missing));
  return sold.length > 1 ? MISSING_CODES.filter((code) => missing.has(code)) : [...missing];
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

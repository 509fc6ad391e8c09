import { type MissingCode, WHOLE } from '../costs/cost-term';
import { type CostCurve, netOf, type Piece } from './cost-curve';
import { findReach } from './reach';

/** Prices in cents, both included. */
export interface PriceRange {
  fromCents: number;
  toCents: number;
}

export interface ProfitableRanges {
  /** Every price in them leaves something or nothing; by price, never touching each other. */
  profitable: PriceRange[];
  /** Of these prices a cost is not known. */
  unknown: (PriceRange & { missing: readonly MissingCode[] })[];
}

/**
 * Around the break-even rounding lets single prices lose or gain. They are told apart one by one, as far as this from
 * where every price gains; farther away only where less than a hundredth of the price is left after all shares.
 */
const ROUGH_CENTS = 1_000;
const SLACK_CENTS = 8;

/** All prices from one cent on that lose nothing, and those of which it is unknown. */
export function findProfitableRanges({ pieces }: CostCurve): ProfitableRanges {
  const unknown = pieces
    .filter(({ missing }) => missing.length > 0)
    .map(({ from, to, missing }) => ({ fromCents: Math.max(from, 1), toCents: to, missing }));
  const known = pieces.filter(({ missing }) => missing.length === 0);
  return { profitable: join(known.flatMap(rangesOf)), unknown };
}

function rangesOf(piece: Piece): PriceRange[] {
  const first = Math.max(piece.from, 1);
  if (first > piece.to) return [];
  const kept = WHOLE - piece.rate;
  if (kept > 0) {
    const sure = clamp(Math.ceil(piece.bias / kept) + SLACK_CENTS, first, piece.to + 1);
    const start = findReach(piece, Math.max(first, sure - ROUGH_CENTS), 0) ?? sure;
    return join([...testEach(piece, start, sure - 1), { fromCents: sure, toCents: piece.to }]);
  }
  const last = kept === 0 ? (piece.bias <= 0 ? piece.to : 0) : Math.floor(piece.bias / kept) - SLACK_CENTS;
  const sure = clamp(last, first - 1, piece.to);
  const rough = testEach(piece, sure + 1, Math.min(sure + ROUGH_CENTS, piece.to));
  return join([{ fromCents: first, toCents: sure }, ...rough]);
}

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

function testEach(piece: Piece, from: number, to: number): PriceRange[] {
  const found: PriceRange[] = [];
  for (let price = from; price <= to; price += 1) {
    if (netOf(piece, price) >= 0) found.push({ fromCents: price, toCents: price });
  }
  return found;
}

/** Makes one of ranges that touch, and drops empty ones. */
function join(ranges: readonly PriceRange[]): PriceRange[] {
  const joined: PriceRange[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (range.fromCents > range.toCents) continue;
    if (last && last.toCents + 1 === range.fromCents) last.toCents = range.toCents;
    else joined.push({ ...range });
  }
  return joined;
}

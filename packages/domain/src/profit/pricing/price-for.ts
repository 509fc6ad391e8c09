import { type CostTerm, fromBps, type MissingCode, makeTerm, WHOLE } from '../costs/cost-term';
import type { CostCurve, Piece } from './cost-curve';
import type { PriceTrap } from './price-traps';
import { findReach } from './reach';

/** What a price is to leave: an amount, or a share of itself, after all costs. */
export type PriceTarget = { kind: 'net'; cents: number } | { kind: 'net_margin'; bps: number };

/** A price in cents that does. `missing` says what is not known of lower prices, one of which might do as well. */
export type PriceFound =
  | { ok: true; priceCents: number; missing: MissingCode[] }
  /** No price does; or, where something is missing, none that can be told. */
  | { ok: false; missing: MissingCode[] };

const MAX_BPS = 10_000;

/** The search within one piece: the lowest price from `from` on that does; null where none does. */
type FindInPiece = (piece: Piece, from: number) => number | null;

/**
 * The lowest price from one cent on whose net, rounded as it will be charged, reaches the target. Exact: one cent less
 * does not reach it. Goes from piece to piece, not from price to price.
 * @throws RangeError when the amount is no whole number of cents, or the share is not from 0 to below 100 %.
 */
export function findPriceFor(curve: CostCurve, target: PriceTarget): PriceFound {
  checkTarget(target);
  return findInPieces(curve, 1, (piece, from) => reachTarget(piece, target, from));
}

/**
 * The lowest price that ends in the given cents, 0 to 99, and reaches the target: a higher price may miss it where a
 * cost steps between the two. Not within one of the `traps`, unless no other price does, or none that can be told.
 * @throws RangeError as `findPriceFor`, and for cents that no price ends in.
 */
export function findEndingPriceFor(
  curve: CostCurve,
  target: PriceTarget,
  { ending, traps }: { ending: number; traps: readonly PriceTrap[] },
): PriceFound {
  checkTarget(target);
  if (!Number.isInteger(ending) || ending < 0 || ending > 99)
    throw new RangeError(`not an ending: ${ending}`);
  const find: FindInPiece = (piece, from) => reachEnding(piece, { target, ending, from });
  const first = findInPieces(curve, 1, find);
  // Each search sees only what is missing behind the trap that it starts from.
  const missing = new Set(first.missing);
  let found = first;
  for (let trap = trapOf(traps, found); trap; trap = trapOf(traps, found)) {
    found = findInPieces(curve, trap.toCents + 1, find);
    for (const code of found.missing) missing.add(code);
  }
  return found.ok && missing.size === 0 ? found : first;
}

const trapOf = (traps: readonly PriceTrap[], found: PriceFound): PriceTrap | undefined =>
  found.ok
    ? traps.find(({ fromCents, toCents }) => fromCents <= found.priceCents && found.priceCents <= toCents)
    : undefined;

function findInPieces({ pieces }: CostCurve, from: number, find: FindInPiece): PriceFound {
  const missing = new Set<MissingCode>();
  for (const piece of pieces) {
    if (piece.to < from) continue;
    for (const code of piece.missing) missing.add(code);
    if (piece.missing.length > 0) continue;
    const priceCents = find(piece, from);
    if (priceCents !== null) return { ok: true, priceCents, missing: [...missing] };
  }
  return { ok: false, missing: [...missing] };
}

function checkTarget(target: PriceTarget): void {
  const isRight =
    target.kind === 'net'
      ? Number.isSafeInteger(target.cents)
      : Number.isSafeInteger(target.bps) && target.bps >= 0 && target.bps < MAX_BPS;
  if (!isRight) throw new RangeError(`not a target: ${JSON.stringify(target)}`);
}

/** Where nothing is kept of a higher price, what rounding does repeats itself after `WHOLE` cents. */
function reachEnding(
  piece: Piece,
  { target, ending, from }: { target: PriceTarget; ending: number; from: number },
): number | null {
  let reached = reachTarget(piece, target, from);
  const last = reached === null || mayRise(piece, target) ? piece.to : Math.min(piece.to, reached + WHOLE);
  while (reached !== null) {
    const price = reached + ((ending - (reached % 100) + 100) % 100);
    if (price > last) return null;
    reached = reachTarget(piece, target, price);
    if (reached === price) return price;
  }
  return null;
}

/** Whether a higher price of the piece leaves more of what is looked for. */
const mayRise = ({ rate }: Piece, target: PriceTarget) =>
  rate + (target.kind === 'net' ? 0 : fromBps(target.bps)) < WHOLE;

function reachTarget(piece: Piece, target: PriceTarget, from: number): number | null {
  if (target.kind === 'net') return findReach(piece, from, target.cents);
  const share = marginTerm(target.bps);
  const withMargin = {
    ...piece,
    shares: [...piece.shares, share],
    rate: piece.rate + share.rate,
    bias: piece.bias + share.bias,
  };
  return findReach(withMargin, from, 0);
}

/** A margin is what has to be left besides all costs; rounded up, since a fraction of a cent less is too little. */
const marginTerm = (bps: number): CostTerm =>
  makeTerm({ code: 'outros', origin: 'usuario', ruleId: null }, fromBps(bps), WHOLE - 1);

import type { CostCurve, Piece } from './cost-curve';
import { type CostTerm, fromBps, type MissingCode, makeTerm, WHOLE } from './costs/cost-term';
import { findReach } from './reach';

/** What a price is to leave: an amount, or a share of itself, after all costs. */
export type PriceTarget = { kind: 'net'; cents: number } | { kind: 'net_margin'; bps: number };

/** A price in cents that does. `missing` says what is not known of lower prices, one of which might do as well. */
export type PriceFound =
  | { ok: true; priceCents: number; missing: MissingCode[] }
  /** No price does; or, where something is missing, none that can be told. */
  | { ok: false; missing: MissingCode[] };

const MAX_BPS = 10_000;

/**
 * The lowest price from one cent on whose net, rounded as it will be charged, reaches the target. Exact: one cent less
 * does not reach it. Goes from piece to piece, not from price to price.
 * @throws RangeError when the amount is no whole number of cents, or the share is not from 0 to below 100 %.
 */
export function findPriceFor(curve: CostCurve, target: PriceTarget): PriceFound {
  checkTarget(target);
  const missing = new Set<MissingCode>();
  for (const piece of curve.pieces) {
    for (const code of piece.missing) missing.add(code);
    if (piece.missing.length > 0) continue;
    const priceCents = reachTarget(piece, target);
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

function reachTarget(piece: Piece, target: PriceTarget): number | null {
  if (target.kind === 'net') return findReach(piece, 1, target.cents);
  const share = marginTerm(target.bps);
  const withMargin = {
    ...piece,
    shares: [...piece.shares, share],
    rate: piece.rate + share.rate,
    bias: piece.bias + share.bias,
  };
  return findReach(withMargin, 1, 0);
}

/** A margin is what has to be left besides all costs; rounded up, since a fraction of a cent less is too little. */
const marginTerm = (bps: number): CostTerm =>
  makeTerm({ code: 'outros', origin: 'usuario', ruleId: null }, fromBps(bps), WHOLE - 1);

/**
 * The lowest price in cents whose profit, price minus supplier price, is a share of it; null where there is none.
 * @throws RangeError when the share is not from 0 to below 100 %.
 */
export function findPriceForMargin(supplierCents: number, bps: number): number {
  if (!Number.isSafeInteger(bps) || bps < 0 || bps >= MAX_BPS) throw new RangeError(`not a margin: ${bps}`);
  return Math.ceil((supplierCents * MAX_BPS) / (MAX_BPS - bps));
}

import { WHOLE } from '../costs/cost-term';
import { netOf, type Piece } from './cost-curve';

/** Room for what is lost when millionths beyond 2^53 are added up. */
const SLACK_CENTS = 8;

/**
 * The lowest price of a piece, from `from` on, that leaves at least `netCents`; null where none does.
 *
 * A cent more on the price leaves at most a cent more, since no cost falls within a piece. So where a price leaves `d`
 * cents too little, the next `d - 1` prices do too: the search goes on `d` cents higher and skips none that would do.
 * It starts where the unrounded costs first allow it, so it takes a few steps.
 */
export function findReach(piece: Piece, from: number, netCents: number): number | null {
  const kept = WHOLE - piece.rate;
  const loss = netCents * WHOLE + piece.bias;
  // Rounding gives back less than a cent of each share.
  const allowed = loss - (piece.shares.length + 1) * WHOLE;
  let price = Math.max(from, piece.from);
  if (kept > 0) price = Math.max(price, Math.floor(allowed / kept) - SLACK_CENTS);
  // Where nothing is kept of a higher price, what rounding does repeats itself after this many cents.
  const last = kept > 0 ? piece.to : Math.min(piece.to, price + WHOLE - 1);
  if (!mayReach(piece, kept > 0 ? last : price, allowed)) return null;
  while (price <= last) {
    const net = netOf(piece, price);
    if (net >= netCents) return price;
    price += netCents - net;
  }
  return null;
}

/** Whether the price that leaves most before rounding comes near enough. */
const mayReach = ({ rate }: Piece, best: number, allowed: number) =>
  best * (WHOLE - rate) > allowed - SLACK_CENTS * WHOLE;

import { formatMoney, fromCents as toReais } from '../../money';
import { WHOLE } from '../costs/cost-term';
import { type CostCurve, netOf, type Piece } from './cost-curve';
import { findReach } from './reach';

/** Prices in cents, both included, that leave less than a lower price does. */
export interface PriceTrap {
  fromCents: number;
  toCents: number;
  /** The lower price, a cent below the step, and what it leaves. */
  betterCents: number;
  betterNetCents: number;
}

/**
 * The prices to avoid: after each step of the costs, those that leave less than the last price before the step. Only
 * where that price leaves something, and only steps of a cent or more; rounding alone makes no trap. A step inside a
 * trap is part of it. A trap ends at the latest where a cost is not known.
 */
export function findPriceTraps({ pieces }: CostCurve): PriceTrap[] {
  const traps: PriceTrap[] = [];
  for (const [index, piece] of pieces.entries()) {
    const before = pieces[index - 1];
    if (!before || piece.from <= (traps.at(-1)?.toCents ?? 0) || !stepsUp(before, piece)) continue;
    const betterCents = piece.from - 1;
    const betterNetCents = netOf(before, betterCents);
    const toCents = findEnd(pieces.slice(index), betterNetCents);
    if (betterNetCents <= 0 || toCents < piece.from) continue;
    traps.push({ fromCents: piece.from, toCents, betterCents, betterNetCents });
  }
  return traps;
}

function stepsUp(before: Piece, after: Piece): boolean {
  if (before.missing.length > 0 || after.missing.length > 0) return false;
  const costOf = ({ rate, bias }: Piece) => after.from * rate + bias;
  return costOf(after) - costOf(before) >= WHOLE;
}

/** The last price before the first that leaves as much, or before the first whose costs are not known. */
function findEnd(pieces: readonly Piece[], netCents: number): number {
  let end = (pieces[0]?.from ?? 0) - 1;
  for (const piece of pieces) {
    if (piece.missing.length > 0) break;
    const regained = findReach(piece, piece.from, netCents);
    if (regained !== null) return regained - 1;
    end = piece.to;
  }
  return end;
}

/** 'Entre R$ 79,00 e R$ 86,08 você ganha menos do que a R$ 78,99.' */
export function formatPriceTrap({ fromCents, toCents, betterCents }: PriceTrap): string {
  const [from, to, better] = [fromCents, toCents, betterCents].map((cents) => formatMoney(toReais(cents)));
  return `Entre ${from} e ${to} você ganha menos do que a ${better}.`;
}

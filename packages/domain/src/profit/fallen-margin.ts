import type { Quote } from './quote';
import type { FeeTable } from './rules/fee-table';

/** The days from `from` to `to`, both included and `YYYY-MM-DD`, on which a rule begins or holds again; the oldest first. */
export function listChangeDays({ byKind }: FeeTable, { from, to }: { from: string; to: string }): string[] {
  const days = new Set<string>();
  for (const { validFrom } of [...byKind.values()].flat())
    if (from <= validFrom && validFrom <= to) days.add(validFrom);
  return [...days].sort();
}

/**
 * Whether a sale leaves less than a share of its price, in hundredths of a percent and not rounded; null where what it
 * leaves is not known.
 */
export function isBelowMargin({ netCents, priceCents }: Quote, bps: number): boolean | null {
  return netCents === null ? null : netCents * 10_000 < priceCents * bps;
}

/**
 * On which of the days a change of fees brought a product below its margin, where it is still; null: on none. Of each
 * day, and first of the day before them, it is told whether the product was below; null where that is not known.
 */
export function findFall(days: readonly string[], wasBelow: readonly (boolean | null)[]): string | null {
  if (wasBelow.at(-1) !== true) return null;
  let fell: string | null = null;
  for (const [index, day] of days.entries()) {
    if (wasBelow[index] === false && wasBelow[index + 1] === true) fell = day;
  }
  return fell;
}

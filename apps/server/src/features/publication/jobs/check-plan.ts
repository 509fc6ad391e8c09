import { HOUR_MS, MINUTE_MS } from '@esteira/domain/durations';

/** When an accepted listing is looked at, from its acceptance on (docs/marketplace-rules.md#accepted-is-not-live). */
const CHECK_AFTER_MS = [
  1 * MINUTE_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
  24 * HOUR_MS,
];

/** The moment of the next look; null once all of them have passed and the listing counts as stuck. */
export function nextCheck(accepted: Date, now: Date): Date | null {
  const next = CHECK_AFTER_MS.map((after) => accepted.getTime() + after).find((at) => at > now.getTime());
  return next === undefined ? null : new Date(next);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** When an accepted listing is looked at, from its acceptance on (docs/marketplace-rules.md#accepted-is-not-live). */
const CHECK_AFTER = [1 * MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR];

/** The moment of the next look; null once all of them have passed and the listing counts as stuck. */
export function nextCheck(accepted: Date, now: Date): Date | null {
  const next = CHECK_AFTER.map((after) => accepted.getTime() + after).find((at) => at > now.getTime());
  return next === undefined ? null : new Date(next);
}

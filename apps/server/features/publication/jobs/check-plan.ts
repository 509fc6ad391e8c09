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

/** What failed for a moment is mended within the first minute; after that the plan is the same. */
const DESCRIBE_AFTER_MS = [10_000, 25_000, 45_000, ...CHECK_AFTER_MS];

/** The moment of the next look; null once all of them have passed and the listing counts as stuck. */
export function nextCheck(accepted: Date, now: Date): Date | null {
  return findNext(CHECK_AFTER_MS, accepted, now);
}

/** When a description that could not be sent since that moment is sent again; null: only with the next publication. */
export function nextDescriptionTry(since: Date, now: Date): Date | null {
  return findNext(DESCRIBE_AFTER_MS, since, now);
}

function findNext(plan: readonly number[], since: Date, now: Date): Date | null {
  const next = plan.map((after) => since.getTime() + after).find((at) => at > now.getTime());
  return next === undefined ? null : new Date(next);
}

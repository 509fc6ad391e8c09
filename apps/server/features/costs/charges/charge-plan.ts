const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/**
 * How long after each reading of what an order's marketplace took the next one comes, in minutes; after the last there is
 * none. Fees are told at once or after days, parcels are weighed again on their way, and a bill is corrected weeks later.
 */
export const READ_CHARGES_AFTER_MINUTES = [
  6 * HOUR_MINUTES,
  DAY_MINUTES,
  2 * DAY_MINUTES,
  4 * DAY_MINUTES,
  7 * DAY_MINUTES,
  14 * DAY_MINUTES,
  14 * DAY_MINUTES,
  14 * DAY_MINUTES,
] as const;

import { HOUR_MS } from '../durations';

export const DEFAULT_IDLE_HOURS = 24;

/** Whoever administers sees everybody's data. */
const MAX_ADMIN_IDLE_HOURS = 12;

/** After how many hours without use a session of this person ends, where the installation says `hours`. */
export const idleHoursOf = (hours: number, { is_admin }: { is_admin: boolean }): number =>
  is_admin ? Math.min(hours, MAX_ADMIN_IDLE_HOURS) : hours;

/** How long after it was noticed a weak password opens everything still, in milliseconds. */
export const WEAK_PASSWORD_GRACE_MS = 7 * 24 * HOUR_MS;

/** An account is looked at this often: Amazon allows one search in three minutes. */
export const POLL_EVERY_MS = 5 * 60_000;

/** An account that fails is looked at ever more rarely, up to this many times the ordinary pause (about five hours). */
export const MAX_BACK_OFF = 64;

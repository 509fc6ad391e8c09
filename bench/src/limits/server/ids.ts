/** How many ids one millisecond has. */
export const IDS_PER_MS = 1000;

/** Of this many servers each takes every so manieth id. */
const SERVERS = 4;

let last = 0;

/**
 * Ids that tell when they were made, in microseconds since 1970 as far as they go: whoever sorts by them sorts by time, and
 * nobody asks PostgreSQL for one. They stay below 2^53. `server` is the number of this one.
 */
export function newId(server: number): number {
  const now = Date.now() * IDS_PER_MS;
  last = last < now ? now : last + SERVERS;
  return last + server;
}

/** The calendar month in America/Sao_Paulo, which has had no summer time since 2019, as the tables have it. */
export function monthOf(ms: number): number {
  const there = new Date(ms - 3 * 3_600_000);
  return there.getUTCFullYear() * 12 + there.getUTCMonth();
}

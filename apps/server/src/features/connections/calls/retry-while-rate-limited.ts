import { setTimeout as pause } from 'node:timers/promises';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { Clock } from '../../../core/clock';

/** Longer waits (ms) are for the queue, which begins the job anew then. */
const SHORT = 5_000;
const TRIES = 20;

/**
 * Makes one of many calls in a row, waiting for it to be earned where that takes moments: a list of many pages would
 * otherwise begin at its first page again and again, and never come to its end.
 */
export async function whenCallsAreEarned<T>(clock: Clock, call: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await call();
    } catch (error) {
      const wait = waitOf(error, clock());
      if (wait === null || wait > SHORT || tried === TRIES) throw error;
      await pause(wait);
    }
  }
}

function waitOf(error: unknown, now: Date): number | null {
  if (!(error instanceof AdapterError) || error.kind !== 'rate_limited' || error.retryAt === null)
    return null;
  return Math.max(0, error.retryAt.getTime() - now.getTime());
}

import type { Deps } from '../context';
import { AppError } from '../errors';
import {
  consumeAttempt,
  consumeOrRefuse,
  findWait,
  type Limit,
  rateLimited,
  resetAttempts,
  returnAttempt,
} from './rate-limit';
import { createSemaphore } from './semaphore';

/** Attempts of one key run one after another, so that one is not refused because of others that then succeed. */
const attempts = createSemaphore({ perKey: 1 });

/**
 * Runs `attempt` as one of those that may fail in a window; a success resets the count, and one that a busy server
 * could not look at does not count. The attempt is counted before it runs, so parallel ones on any number of servers
 * cannot exceed the limit.
 */
export function limitFailures<T>(deps: Deps, limit: Limit, attempt: () => Promise<T>): Promise<T> {
  return attempts.run(limit.key, async () => {
    await consumeOrRefuse(deps, limit);
    const value = await attempt().catch(async (error: unknown) => {
      if (isOutage(error)) await returnAttempt(deps.db, limit.key);
      throw error;
    });
    await resetAttempts(deps.db, limit.key);
    return value;
  });
}

/** The server was too busy to look, so nothing was wrong with what was sent. */
const isOutage = (error: unknown) => error instanceof AppError && error.kind === 'unavailable';

/** Runs `attempt` unless too many failed in this window; only those that were refused count. */
export async function limitRefusals<T>(deps: Deps, limit: Limit, attempt: () => Promise<T>): Promise<T> {
  const wait = await findWait(deps, limit);
  if (wait !== null) throw rateLimited(wait);
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof AppError && error.kind === 'unauthenticated') await consumeAttempt(deps, limit);
    throw error;
  }
}

import type { Deps } from '../context';
import { AppError } from '../errors';
import {
  consumeAttempt,
  consumeOrRefuse,
  findWait,
  type Limit,
  rateLimited,
  resetAttempts,
} from './rate-limit';
import { createSemaphore } from './semaphore';

/** Attempts of one key run one after another, so that one is not refused because of others that then succeed. */
const attempts = createSemaphore({ perKey: 1 });

/**
 * Runs `attempt` as one of those that may fail in a window; a success resets the count. The attempt is counted
 * before it runs, so parallel ones on any number of servers cannot exceed the limit.
 */
export function limitFailures<T>(deps: Deps, limit: Limit, attempt: () => Promise<T>): Promise<T> {
  return attempts.run(limit.key, async () => {
    await consumeOrRefuse(deps, limit);
    const value = await attempt();
    await resetAttempts(deps.db, limit.key);
    return value;
  });
}

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

import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Deps } from '../../core/context';
import { consumeAttempt, type Limit, rateLimited, resetAttempts } from '../../core/rate-limit';

/** The logins of one key run one after another: nobody is refused for others that are under way and then succeed. */
const lanes = new LRUCache<string, LimitFunction>({ max: 10_000 });

/**
 * Runs `attempt` as one of those that may fail in a window; a success starts the count anew. The attempt is counted
 * before it runs, so parallel ones on any number of servers cannot exceed the limit.
 */
export function limitFailures<T>(deps: Deps, limit: Limit, attempt: () => Promise<T>): Promise<T> {
  const lane = lanes.get(limit.key) ?? pLimit(1);
  lanes.set(limit.key, lane);
  return lane(async () => {
    const wait = await consumeAttempt(deps, limit);
    if (wait !== null) throw rateLimited(wait);
    const value = await attempt();
    await resetAttempts(deps.db, limit.key);
    return value;
  });
}

import type { CallRate } from '@esteira/marketplaces/call-limiter';
import { LRUCache } from 'lru-cache';
import { toNetwork } from '../../core/limits/rate-limit';
import { type Bucket, tokensAt } from '../../core/limits/token-bucket';
import type { Clock } from '../../core/time/clock';

/** Beyond this many the ones that were silent longest are forgotten: this is no defence against a flood from everywhere. */
const MAX_NETWORKS = 10_000;

/**
 * Counts deliveries of a network within this process. Not in the database like other limits: a delivery costs one
 * statement, and a counter that all of them write would cost another and make them wait for each other.
 */
export function createDeliveryLimit(clock: Clock, rate: CallRate) {
  const buckets = new LRUCache<string, Bucket>({ max: MAX_NETWORKS });
  return (ip: string): boolean => {
    const at = clock().getTime();
    const network = toNetwork(ip);
    const tokens = tokensAt(buckets.get(network) ?? { left: rate.burst, at }, rate, at);
    buckets.set(network, { left: Math.max(0, tokens - 1), at });
    return tokens >= 1;
  };
}

import { LRUCache } from 'lru-cache';
import { toNetwork } from '../../core/limits/rate-limit';
import type { Clock } from '../../core/time/clock';

interface Bucket {
  left: number;
  at: number;
}

interface DeliveryLimit {
  /** Deliveries a second that one network may send for ever, and how many at once. */
  perSecond: number;
  burst: number;
}

/** Beyond this many the ones that were silent longest are forgotten: this is no defence against a flood from everywhere. */
const MAX_NETWORKS = 10_000;

/**
 * Counts deliveries of a network within this process. Not in the database like other limits: a delivery costs one
 * statement, and a counter that all of them write would cost another and make them wait for each other.
 */
export function createDeliveryLimit(clock: Clock, { perSecond, burst }: DeliveryLimit) {
  const buckets = new LRUCache<string, Bucket>({ max: MAX_NETWORKS });
  return (ip: string): boolean => {
    const now = clock().getTime();
    const network = toNetwork(ip);
    const { left, at } = buckets.get(network) ?? { left: burst, at: now };
    const earned = Math.min(burst, left + (Math.max(0, now - at) / 1000) * perSecond);
    buckets.set(network, { left: Math.max(0, earned - 1), at: now });
    return earned >= 1;
  };
}

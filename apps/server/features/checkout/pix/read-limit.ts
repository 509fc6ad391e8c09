import type { Clock } from '../../../core/time/clock';

/** A page asks about as often, and is told of a payment within two seconds. */
const EVERY_MS = 1_000;
const MAX_PER_SECOND = 5;
const MAX_KNOWN = 1_000;

export interface ReadLimit {
  /** Whether the gateway may be asked about a payment now; if so, it counts as asked. */
  takes: (paymentId: string) => boolean;
}

/**
 * Keeps pages that wait for a payment from asking the gateway too often: once a second about each payment, five times a
 * second about all of them. Who is left out hears of the payment by its notification.
 */
export function createReadLimit(clock: Clock): ReadLimit {
  const readAt = new Map<string, number>();
  let recent: number[] = [];
  return {
    takes(paymentId) {
      const now = clock().getTime();
      recent = recent.filter((at) => Math.abs(now - at) < 1_000);
      // A clock may be set back.
      const isTooSoon = Math.abs(now - (readAt.get(paymentId) ?? Number.NEGATIVE_INFINITY)) < EVERY_MS;
      if (isTooSoon || recent.length >= MAX_PER_SECOND) return false;
      recent.push(now);
      readAt.delete(paymentId);
      readAt.set(paymentId, now);
      const [oldest] = readAt.keys();
      if (readAt.size > MAX_KNOWN && oldest !== undefined) readAt.delete(oldest);
      return true;
    },
  };
}

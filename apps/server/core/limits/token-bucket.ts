import type { CallRate } from '@esteira/marketplaces/call-limiter';

/** The tokens left at an instant in milliseconds. */
export interface Bucket {
  left: number;
  at: number;
}

/** The tokens that are left at `now`. A clock that lags behind another's earns nothing. */
export const tokensAt = ({ left, at }: Bucket, { perSecond, burst }: CallRate, now: number): number =>
  Math.min(burst, left + perSecond * (Math.max(0, now - at) / 1000));

import type { AdapterContext } from './port';

/** A token bucket: `perSecond` calls are earned per second, up to `burst`. */
export type CallRate = { perSecond: number; burst: number };

/**
 * Keeps calls within what a marketplace allows, per seller's account and operation, for all servers together.
 */
export interface CallLimiter {
  /**
   * Takes one call of the budget. Rejects with AdapterError `rate_limited`, with the moment to try again, when
   * there is none left.
   */
  take(ctx: AdapterContext, operacao: string, rate: CallRate): Promise<void>;
  /** After the marketplace answered 429: no call of this operation on this account before `ate`. */
  pause(ctx: AdapterContext, operacao: string, ate: Date): Promise<void>;
}

/** Lets every call pass: for tests that are about something else, and for the read-only smoke run. */
export const unlimited: CallLimiter = {
  take: async () => undefined,
  pause: async () => undefined,
};

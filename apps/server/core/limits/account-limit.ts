import type { OpenDatabase } from '@esteira/db/database';
import { AppError } from '../errors';
import { createSemaphore, type Semaphore } from './semaphore';

/** Ten full batches in line are more than any screen asks for. */
const MAX_WAITING = 200;
const MAX_WAIT_MS = 10_000;

/** What an account may have under way at once; the rest waits in its own line. */
export interface AccountLimit {
  /** All calls; those that ask a marketplace count apart. */
  calls: Semaphore;
  /** Of the calls those that read a lot. */
  expensive: Semaphore;
}

/**
 * Of the twenty connections to PostgreSQL unless told. The embedded database has one: while a transaction is open, all
 * others wait.
 */
export function createAccountLimit(kind: OpenDatabase['kind']): AccountLimit {
  const refusal = () =>
    new AppError('too_many', 'Muitas requisições. Tente novamente em instantes.', { retryAfter: 2 });
  const bound = { waitingOfKey: MAX_WAITING, maxWaitMs: MAX_WAIT_MS, refusal };
  return {
    calls: createSemaphore({ ...bound, perKey: 8 }),
    expensive: createSemaphore({ ...bound, perKey: kind === 'embedded' ? 2 : 6 }),
  };
}

interface LimitedCall {
  accountId: string;
  isExpensive?: boolean | undefined;
  asksOutside?: boolean | undefined;
}

/** Runs a call of an account when it is its turn. An expensive one that waits keeps no other one from being answered. */
export function runLimited<T>(
  { calls, expensive }: AccountLimit,
  { accountId, isExpensive, asksOutside }: LimitedCall,
  work: () => Promise<T>,
): Promise<T> {
  const run = () => calls.run(asksOutside ? `${accountId} outside` : accountId, work);
  return isExpensive ? expensive.run(accountId, run) : run();
}

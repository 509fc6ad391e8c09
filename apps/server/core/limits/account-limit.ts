import type { OpenDatabase } from '@esteira/db/database';
import { AppError } from '../errors';
import { createSemaphore, type Semaphore } from './semaphore';

/** Ten full batches in line are more than any screen asks for. */
const MAX_WAITING = 200;

/**
 * A few pieces of an account's expensive work at once, of the twenty connections to PostgreSQL unless told; the rest
 * waits. The embedded database has one connection: while a transaction is open, all others wait.
 */
export const createAccountLimit = (kind: OpenDatabase['kind']): Semaphore =>
  createSemaphore({
    perKey: kind === 'embedded' ? 2 : 6,
    waitingOfKey: MAX_WAITING,
    refusal: () =>
      new AppError('too_many', 'Muitas requisições. Tente novamente em instantes.', { retryAfter: 2 }),
  });

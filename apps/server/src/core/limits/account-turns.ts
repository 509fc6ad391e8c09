import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Deps } from '../context';
import { AppError } from '../errors';

/** Of the twenty connections to PostgreSQL; the embedded database has one for everybody. */
const AT_ONCE = 6;
const AT_ONCE_EMBEDDED = 2;
/** Ten full batches in line are more than any screen asks for. */
const MAX_WAITING = 200;

const turns = new LRUCache<string, LimitFunction>({ max: 10_000 });

/** Runs expensive work of one account a few at a time: whoever asks for a lot at once waits, and nobody else does. */
export function takeAccountTurn<T>(
  { hasOneConnection }: Pick<Deps, 'hasOneConnection'>,
  usuarioId: string,
  work: () => Promise<T>,
): Promise<T> {
  const turn = turns.get(usuarioId) ?? pLimit(hasOneConnection ? AT_ONCE_EMBEDDED : AT_ONCE);
  turns.set(usuarioId, turn);
  if (turn.pendingCount >= MAX_WAITING) {
    throw new AppError('too_many', 'Muitas requisições. Tente novamente em instantes.', { retryAfter: 2 });
  }
  return turn(work);
}

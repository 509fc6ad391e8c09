import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Deps } from '../context';
import { AppError } from '../errors';

/** Ten full batches in line are more than any screen asks for. */
const MAX_WAITING = 200;

const limits = new LRUCache<string, LimitFunction>({ max: 10_000 });

/** Runs at most a few pieces of an account's expensive work at once; the rest of that account's work waits. */
export function limitPerAccount<T>(
  { capacity }: Pick<Deps, 'capacity'>,
  usuarioId: string,
  work: () => Promise<T>,
): Promise<T> {
  const limit = limits.get(usuarioId) ?? pLimit(capacity.perAccount);
  limits.set(usuarioId, limit);
  if (limit.pendingCount >= MAX_WAITING) {
    throw new AppError('too_many', 'Muitas requisições. Tente novamente em instantes.', { retryAfter: 2 });
  }
  return limit(work);
}

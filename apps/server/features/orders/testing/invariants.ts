import { findContradictions as findIn } from '@esteira/db/testing/contradictions';
import type { History } from './history';

/** The invariants that this seller's rows break; empty when all hold. */
export function findContradictions({ server, user }: Pick<History, 'server' | 'user'>): Promise<string[]> {
  return findIn(server.db, user.id);
}

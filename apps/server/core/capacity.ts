import type { OpenDatabase } from '@esteira/db/database';

/** How much work is done at once. The embedded database has one connection: while a transaction is open, all others wait. */
export interface Capacity {
  /** Pieces of one account's expensive work. */
  perAccount: number;
}

/** Of the twenty connections to PostgreSQL unless told. */
export function capacityOf(kind: OpenDatabase['kind']): Capacity {
  return { perAccount: kind === 'embedded' ? 2 : 6 };
}

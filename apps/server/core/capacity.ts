import type { OpenDatabase } from '@esteira/db/database';

/** How much work is done at once. The embedded database has one connection: while a transaction is open, all others wait. */
export interface Capacity {
  /** Pieces of one account's expensive work. */
  perAccount: number;
  /** Batches of one update of products by file. */
  updateBatches: 1 | 2;
  /** Whether new products of a file are written in several short transactions in place of one. */
  stagesImports: boolean;
}

/** Of the twenty connections to PostgreSQL unless told. */
export function capacityOf(kind: OpenDatabase['kind']): Capacity {
  return kind === 'embedded'
    ? { perAccount: 2, updateBatches: 1, stagesImports: true }
    : { perAccount: 6, updateBatches: 2, stagesImports: false };
}

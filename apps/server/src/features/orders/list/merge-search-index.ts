import { type Database, queryRows } from '@esteira/db/database';
import { sql } from 'drizzle-orm';

const MERGE_LOCK = 7305471140;

/**
 * Moves what new orders are found by from the list that sales write into the index: many at once take a third of the time
 * that each would take by itself. Searches read both, so nothing that is found depends on it. Answers how many pages of
 * the list were moved; none where another server is at it.
 */
export async function mergeSearchIndex(db: Database): Promise<number> {
  const [row] = await queryRows<{ pages: number | null }>(
    db,
    sql`SELECT CASE WHEN pg_try_advisory_xact_lock(${sql.raw(String(MERGE_LOCK))})
      THEN gin_clean_pending_list('buscas_pedidos_gramas'::regclass)::int END AS pages`,
  );
  return row?.pages ?? 0;
}

import { queryRows } from '@esteira/db/database';
import { sql } from 'drizzle-orm';
import type { TestServer } from '../../../testing/server';

/**
 * Ends one of the connections by which servers hear of changes, or all of them (null), of whatever server, the test's own
 * too. Returns how many.
 */
export async function killListeners({ db }: TestServer, which: number | null): Promise<number> {
  const rows = await queryRows<{ pid: number }>(
    db,
    sql`SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND query ILIKE 'listen %'
        ORDER BY pid`,
  );
  const chosen = which === null || rows.length === 0 ? rows : [rows[which % rows.length]];
  for (const row of chosen)
    if (row !== undefined) await db.execute(sql`SELECT pg_terminate_backend(${row.pid})`);
  return chosen.length;
}

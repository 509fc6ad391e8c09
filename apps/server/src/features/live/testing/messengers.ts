import { queryRows } from '@esteira/db/database';
import { sql } from 'drizzle-orm';
import type { TestServer } from '../../../testing/server';

/** The connections by which servers announce what they committed, and those by which they hear of it. */
export const KINDS = ['announcing', 'listening'] as const;

export type Messengers = (typeof KINDS)[number];

const LAST_STATEMENTS: Record<Messengers, string> = {
  announcing: 'select pg_notify%',
  listening: 'listen %',
};

/** Ends one of them, or all of a kind (null), of whatever server, the test's own too. Answers how many. */
export async function killMessengers(
  { db }: TestServer,
  kind: Messengers,
  which: number | null,
): Promise<number> {
  const rows = await queryRows<{ pid: number }>(
    db,
    sql`SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND query ILIKE ${LAST_STATEMENTS[kind]}
        ORDER BY pid`,
  );
  const chosen = which === null || rows.length === 0 ? rows : [rows[which % rows.length]];
  for (const row of chosen)
    if (row !== undefined) await db.execute(sql`SELECT pg_terminate_backend(${row.pid})`);
  return chosen.length;
}

import { type Database, queryRows } from '@esteira/db/database';
import { sql } from 'drizzle-orm';

/** Whether there are jobs at all: their tables are made when the first marketplace becomes real. */
export async function hasJobTables(db: Database): Promise<boolean> {
  const [found] = await queryRows<{ existe: boolean }>(
    db,
    sql`SELECT to_regclass('pgboss.job') IS NOT NULL AS existe`,
  );
  return found?.existe ?? false;
}

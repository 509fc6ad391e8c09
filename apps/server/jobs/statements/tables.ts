// Every statement of ours on pg-boss's tables stands in this folder; nothing outside of it knows them.
import { type Database, queryRows } from '@esteira/db/database';
import { sql } from 'drizzle-orm';

/** The account that a job works for, as it is compared and indexed. */
export const account = sql.raw(`((data->>'usuario_id') || ':' || (data->>'marketplace'))`);

const ACCOUNT_INDEX = `CREATE INDEX IF NOT EXISTS job_por_conta
  ON pgboss.job (name, ((data->>'usuario_id') || ':' || (data->>'marketplace')), start_after) WHERE state < 'active'`;

/** Makes the index by which jobs are taken in turn. Several servers may start at once, so only one at a time looks. */
export async function prepareJobTables({ db }: { db: Database }): Promise<void> {
  await db.transaction(async (tx) => {
    await queryRows(tx, sql`SELECT pg_advisory_xact_lock(7305471122)::text AS trava`);
    await queryRows(tx, sql.raw(ACCOUNT_INDEX));
  });
}

/** Whether there are jobs at all: their tables are made when the first marketplace becomes real. */
export async function hasJobTables(db: Database): Promise<boolean> {
  const [found] = await queryRows<{ existe: boolean }>(
    db,
    sql`SELECT to_regclass('pgboss.job') IS NOT NULL AS existe`,
  );
  return found?.existe ?? false;
}

/** Rows of one text each, for VALUES. */
export const tuples = (values: readonly string[]) =>
  sql.join(
    values.map((value) => sql`(${value}::text)`),
    sql`, `,
  );

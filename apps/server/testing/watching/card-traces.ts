import { type Database, queryRows } from '@esteira/db/database';
import { findCardTrace } from '@esteira/payments/testing/card-traces';
import { sql } from 'drizzle-orm';

/** Every row of every table, as text. */
export async function readWholeDatabase(db: Database): Promise<string> {
  const tables = await queryRows<{ name: string }>(
    db,
    sql`SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
        WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  if (tables.length < 20) throw new Error('the tables of Esteira are not there');
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await queryRows<{ row: string }>(
      db,
      sql.raw(`SELECT to_jsonb(t)::text AS row FROM ${name} t`),
    );
    texts.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return texts.join('\n');
}

/** A logger that keeps what it is told; `read` answers all of it. */
export function collectLog(level: string) {
  const lines: string[] = [];
  const stream = { write: (line: string) => lines.push(line) };
  return { logger: { level, stream }, lines, read: () => lines.join('') };
}

/**
 * Fails when a test left what payers type in behind, in the log or anywhere in the database. Only where somebody paid:
 * reading every table takes a while.
 */
export async function refuseCardTraces(db: Database, log: string): Promise<void> {
  const inLog = findCardTrace(Buffer.from(log));
  if (inLog !== null) throw new Error(`card data in the log: ${inLog}`);
  const [paid] = await queryRows(
    db,
    sql`SELECT 1 WHERE EXISTS (SELECT FROM pagamentos) OR EXISTS (SELECT FROM renovacoes)`,
  );
  if (paid === undefined) return;
  const inDatabase = findCardTrace(Buffer.from(await readWholeDatabase(db)));
  if (inDatabase !== null) throw new Error(`card data in the database: ${inDatabase}`);
}

import { sql } from 'drizzle-orm';
import { allowLongStatements, type Database, queryRows } from '../database';
import type { BackupHeader } from './format';
import { BackupFileError, readBackup } from './read-backup';
import { findDifference, isStored } from './schema-of-version';
import { listTables } from './tables';

/** The database holds something already. */
export class NotEmptyError extends Error {
  override readonly name = 'NotEmptyError';

  constructor(table: string) {
    super(`The database is not empty (${table} has rows). A backup is restored into an empty one only.`);
  }
}

/**
 * Reads a whole backup and looks whether this version of Esteira can restore it; opens no database.
 * @throws BackupFileError when it cannot.
 */
export async function checkBackup(file: string, migrationsFolder: string): Promise<BackupHeader> {
  const parts = readBackup(file);
  for (;;) {
    const { done, value } = await parts.next();
    if (!done) continue;
    const difference = findDifference(value.tabelas, migrationsFolder);
    if (difference === null) return value;
    throw new BackupFileError(
      `The backup is of another version of Esteira, with other columns (${difference}). Restore it with that version.`,
    );
  }
}

/**
 * Fills an empty, migrated database from a backup, in one transaction: after any failure it is as empty as before.
 * No silence may end its connection: the last statement takes as long as there are orders.
 * @throws NotEmptyError, BackupFileError
 */
export async function restoreBackup(db: Database, file: string): Promise<{ rows: number }> {
  return db.transaction(async (tx) => {
    await allowLongStatements(tx);
    const tables = await listTables(tx);
    // What triggers write is in the backup too, or computed at the end. No other session writes into these tables until the end.
    for (const { nome } of tables)
      await tx.execute(sql`ALTER TABLE ${sql.identifier(nome)} DISABLE TRIGGER USER`);
    for (const { nome } of tables) await requireEmpty(tx, nome);
    const columns = new Map(tables.map(({ nome, colunas }) => [nome, colunas]));
    let total = 0;
    for await (const { table, rows } of readBackup(file)) {
      if (!isStored(table)) continue;
      await insertRows(tx, { table, columns: columns.get(table) ?? [], rows });
      total += rows.length;
    }
    // Of all orders, however many there are.
    await tx.execute(sql`SET LOCAL statement_timeout = 0`);
    await tx.execute(sql`SELECT refazer_resumos()`);
    for (const { nome } of tables)
      await tx.execute(sql`ALTER TABLE ${sql.identifier(nome)} ENABLE TRIGGER USER`);
    return { rows: total };
  });
}

async function requireEmpty(tx: Database, table: string): Promise<void> {
  const [found] = await queryRows<{ tem: boolean }>(
    tx,
    sql`SELECT EXISTS (SELECT 1 FROM ${sql.identifier(table)}) AS tem`,
  );
  if (found?.tem) throw new NotEmptyError(table);
}

interface Rows {
  table: string;
  columns: readonly string[];
  rows: readonly string[];
}

async function insertRows(tx: Database, { table, columns, rows }: Rows): Promise<void> {
  if (rows.length === 0) return;
  const into = sql.identifier(table);
  const list = sql.join(columns.map(sql.identifier), sql`, `);
  await tx.execute(
    sql`INSERT INTO ${into} (${list})
        SELECT ${list} FROM json_populate_recordset(NULL::${into}, ${`[${rows.join(',')}]`}::text::json)`,
  );
}

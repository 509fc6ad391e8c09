import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { isStored } from '../backup/schema-of-version';
import { queryRows } from '../database';
import { migrate } from '../migrations';
import type { TestDatabase } from '../testing';
import { migrationsFolder } from './migrations-folder';

/**
 * Takes a test database back to the baseline, with the rows that it has, in so far as the baseline has their tables and
 * columns, and the sums of the orders as the baseline made them. `migrate` then carries it over.
 */
export async function takeBackToBaseline({ db, script }: TestDatabase): Promise<void> {
  const rows = await readTables(db);
  await script(`DROP SCHEMA public CASCADE; DROP SCHEMA drizzle CASCADE; CREATE SCHEMA public;`);
  await migrateToBaseline(script);
  await script(`BEGIN;
    SET LOCAL session_replication_role = replica;
    ${(await listColumns(db))
      .filter(({ name }) => isStored(name))
      .map((table) => toInsert(table, rows.get(table.name) ?? '[]'))
      .join('\n')}
    COMMIT`);
  await queryRows(db, sql`SELECT refazer_resumos()`);
}

interface Table {
  name: string;
  /** Quoted, without those that the database computes. */
  columns: string;
}

function listColumns(db: TestDatabase['db']): Promise<(Table & Record<string, unknown>)[]> {
  return queryRows(
    db,
    sql`SELECT table_name AS name, string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS columns
        FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND is_generated = 'NEVER' GROUP BY 1`,
  );
}

/** The rows of each table as JSON. */
async function readTables(db: TestDatabase['db']): Promise<Map<string, string>> {
  const rows = new Map<string, string>();
  for (const { name } of await listColumns(db)) {
    const [found] = await queryRows<{ rows: string }>(
      db,
      sql`SELECT coalesce(jsonb_agg(t), '[]')::text AS rows FROM ${sql.identifier(name)} t`,
    );
    rows.set(name, found?.rows ?? '[]');
  }
  return rows;
}

const toInsert = ({ name, columns }: Table, rows: string) =>
  `INSERT INTO "${name}" (${columns}) OVERRIDING SYSTEM VALUE
   SELECT ${columns} FROM jsonb_populate_recordset(NULL::"${name}", '${rows.replaceAll("'", "''")}');`;

/** Migrates by a folder that holds nothing but the baseline. */
async function migrateToBaseline(script: TestDatabase['script']): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'esteira-baseline-'));
  try {
    const folder = join(root, 'migrations');
    mkdirSync(join(folder, 'meta'), { recursive: true });
    symlinkSync(join(migrationsFolder, '../sql'), join(root, 'sql'));
    const journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8'));
    const [first] = journal.entries;
    cpSync(join(migrationsFolder, `${first.tag}.sql`), join(folder, `${first.tag}.sql`));
    writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries: [first] }));
    await migrate(script, folder);
  } finally {
    rmSync(root, { recursive: true });
  }
}

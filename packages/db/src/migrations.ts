import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { type Database, queryRows } from './database';

/** The database has another baseline than this version of Esteira, or migrations that it does not know. */
export class OtherSchemaError extends Error {
  override readonly name = 'OtherSchemaError';

  constructor() {
    super(
      'The database was made by another version of Esteira, from which no migration leads to this one. Nothing in it was changed. Save it with that version (npm run backup -- <file>) and restore the file into an empty database with this one (npm run restore -- <file>), or start with an empty database: another DATA_DIR or DATABASE_URL.',
    );
  }
}

interface Migration {
  hash: string;
  /** Milliseconds since 1970, as drizzle-kit notes it. */
  generatedAt: number;
  statements: string;
}

/** Runs several statements on one connection and returns the last one's rows; rolls back what it began when one fails. */
type RunScript = (statements: string) => Promise<Record<string, unknown>[]>;

/** Where drizzle-kit's own migrator notes what was applied. */
const JOURNAL = 'drizzle.__drizzle_migrations';

const CREATE_JOURNAL = `CREATE SCHEMA IF NOT EXISTS drizzle;
CREATE TABLE IF NOT EXISTS ${JOURNAL} (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint);`;

/**
 * Applies the migrations that a database lacks, all in one transaction; one at a time may do so.
 * @throws OtherSchemaError before anything is written, where the database was migrated otherwise.
 */
export async function migrate(run: RunScript, migrationsFolder: string): Promise<void> {
  const migrations = loadMigrations(migrationsFolder);
  const applied = await readApplied(run);
  if (migrations.some(({ hash }, at) => at < applied.length && applied[at] !== hash))
    throw new OtherSchemaError();
  const missing = migrations.slice(applied.length);
  if (missing.length === 0) return;
  const noted = missing.map(({ hash, generatedAt }) => `('${hash}', ${generatedAt})`);
  await run(
    [
      'BEGIN;',
      // Functions of language sql may name what is created behind them.
      'SET LOCAL check_function_bodies = off;',
      CREATE_JOURNAL,
      ...missing.map(({ statements }) => statements),
      `INSERT INTO ${JOURNAL} (hash, created_at) VALUES ${noted.join(', ')};`,
      'COMMIT;',
    ].join('\n'),
  );
}

async function readApplied(run: RunScript): Promise<unknown[]> {
  const [journal] = await run(`SELECT to_regclass('${JOURNAL}')::text AS name`);
  if (journal?.['name'] === null) return [];
  return (await run(`SELECT hash FROM ${JOURNAL} ORDER BY id`)).map(({ hash }) => hash);
}

/**
 * Whether the database has every migration of the folder; it may have newer ones, of a later version that is
 * being rolled out. Rejects when the database does not answer.
 */
export async function isMigrated(db: Database, migrationsFolder: string): Promise<boolean> {
  const applied = await queryRows<{ hash: string }>(db, sql`SELECT hash FROM ${sql.raw(JOURNAL)}`);
  const hashes = new Set(applied.map((row) => row.hash));
  return loadMigrations(migrationsFolder).every((migration) => hashes.has(migration.hash));
}

const loaded = new Map<string, Migration[]>();

/** The migrations of a folder in their order; the first one is the baseline. */
export function loadMigrations(migrationsFolder: string): Migration[] {
  let migrations = loaded.get(migrationsFolder);
  if (migrations === undefined) {
    migrations = readMigrationFiles({ migrationsFolder }).map((file, at) => {
      const statements = file.sql.join('\n');
      const migration = { hash: file.hash, generatedAt: file.folderMillis, statements };
      return at === 0 ? completeBaseline(migration, join(migrationsFolder, '../sql')) : migration;
    });
    loaded.set(migrationsFolder, migrations);
  }
  return migrations;
}

/** Puts what Drizzle cannot express around the tables: what they use before them, what uses them behind. */
function completeBaseline({ generatedAt, statements: tables }: Migration, folder: string): Migration {
  const statements = [
    ...readScripts(join(folder, 'before')),
    tables,
    ...readScripts(join(folder, 'after')),
  ].join('\n');
  return { hash: createHash('sha256').update(statements).digest('hex'), generatedAt, statements };
}

/** In the order of their names. */
function readScripts(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

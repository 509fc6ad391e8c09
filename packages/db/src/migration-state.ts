import { sql } from 'drizzle-orm';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { type Database, queryRows } from './database';

const known = new Map<string, MigrationMeta[]>();

/**
 * Whether the database has every migration of the folder; it may have newer ones, of a later version that is
 * being rolled out. Rejects when the database does not answer.
 */
export async function isMigrated(db: Database, migrationsFolder: string): Promise<boolean> {
  const applied = await queryRows<{ hash: string }>(db, sql`SELECT hash FROM drizzle.__drizzle_migrations`);
  const hashes = new Set(applied.map((row) => row.hash));
  return loadMigrations(migrationsFolder).every((migration) => hashes.has(migration.hash));
}

/** The hashes of the migrations that a database has, in the order in which it got them. */
export async function readSchemaHashes(db: Database): Promise<string[]> {
  const rows = await queryRows<{ hash: string }>(
    db,
    sql`SELECT hash FROM drizzle.__drizzle_migrations ORDER BY created_at, id`,
  );
  return rows.map(({ hash }) => hash);
}

/** Those of the folder, which a database has that was migrated by this version. */
export function listSchemaHashes(migrationsFolder: string): string[] {
  return loadMigrations(migrationsFolder).map(({ hash }) => hash);
}

function loadMigrations(migrationsFolder: string): MigrationMeta[] {
  let migrations = known.get(migrationsFolder);
  if (migrations === undefined) {
    migrations = readMigrationFiles({ migrationsFolder });
    known.set(migrationsFolder, migrations);
  }
  return migrations;
}

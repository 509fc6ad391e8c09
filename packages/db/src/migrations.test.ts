import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { queryRows } from './database';
import { isMigrated, migrate, OtherSchemaError } from './migrations';
import { openTestDatabase } from './testing';
import { migrationsFolder } from './testing/migrations-folder';

describe('isMigrated', () => {
  it('is false while a migration is missing, and does not mind newer ones', async () => {
    const database = await openTestDatabase();
    try {
      const applied = sql.raw('drizzle.__drizzle_migrations');
      await database.db.execute(
        sql`INSERT INTO ${applied} (hash, created_at) VALUES ('of a later version', 1)`,
      );
      expect(await isMigrated(database.db, migrationsFolder)).toBe(true);
      await database.db.execute(sql`DELETE FROM ${applied} WHERE id = (SELECT min(id) FROM ${applied})`);
      expect(await isMigrated(database.db, migrationsFolder)).toBe(false);
    } finally {
      await database.close();
    }
  });
});

describe('a database of another baseline', () => {
  it('is refused with the way over, and nothing in it is changed', async () => {
    const database = await openTestDatabase();
    try {
      await database.script(`BEGIN;
        DELETE FROM drizzle.__drizzle_migrations;
        INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('0000_foundations', 1), ('0001_schema', 2);
        DROP TABLE limites;
        DROP TRIGGER pedidos_ficam ON pedidos;
        COMMIT`);
      const read = () =>
        queryRows(
          database.db,
          sql`SELECT (SELECT count(*)::text FROM drizzle.__drizzle_migrations) AS migrations,
            (SELECT count(*)::text FROM pg_class) AS tables, (SELECT count(*)::text FROM pg_trigger) AS triggers`,
        );
      const before = await read();
      const migrating = migrate(database.script, migrationsFolder);
      await expect(migrating).rejects.toBeInstanceOf(OtherSchemaError);
      await expect(migrating).rejects.toThrow(
        /npm run backup.*npm run restore.*or start with an empty database/,
      );
      expect(await read()).toEqual(before);
    } finally {
      await database.close();
    }
  });

  it('is told from one that a later version has migrated further', async () => {
    const database = await openTestDatabase();
    try {
      await database.script(
        `INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('later', 9)`,
      );
      await migrate(database.script, migrationsFolder);
      expect(await isMigrated(database.db, migrationsFolder)).toBe(true);
    } finally {
      await database.close();
    }
  });
});

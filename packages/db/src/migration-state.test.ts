import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { isMigrated } from './migration-state';
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

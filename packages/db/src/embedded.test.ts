import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from './database';
import { DirectoryInUseError } from './directory-lock';
import { openEmbedded } from './embedded';
import { isMigrated } from './migration-state';
import { newId } from './schema/columns';
import { users } from './schema/users';
import { migrationsFolder, openTestDatabase } from './testing';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'esteira-embedded-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const open = (): Promise<OpenDatabase> =>
  openEmbedded({
    dataDir,
    migrationsFolder,
    onLockLost: (error) => {
      throw error;
    },
  });

describe('openEmbedded', () => {
  it('makes the directory, migrates, keeps rows over a restart and lets only one in', async () => {
    const id = newId();
    const first = await open();
    expect(first.kind).toBe('embedded');
    expect(await isMigrated(first.db, migrationsFolder)).toBe(true);
    await first.db
      .insert(users)
      .values({ id, nome: 'Marta', email: 'marta@exemplo.com', senha_hash: 'none' });
    await expect(open()).rejects.toBeInstanceOf(DirectoryInUseError);
    await first.close();

    const second = await open();
    expect(await second.db.select({ nome: users.nome }).from(users).where(eq(users.id, id))).toEqual([
      { nome: 'Marta' },
    ]);
    await second.close();
  });

  it('gives the directory free again when it cannot be opened', async () => {
    const broken = openEmbedded({
      dataDir,
      migrationsFolder: join(dataDir, 'none'),
      onLockLost: () => undefined,
    });
    await expect(broken).rejects.toThrow('_journal.json');
    await (await open()).close();
  });
});

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

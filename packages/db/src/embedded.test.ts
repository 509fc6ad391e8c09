import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDatabase, queryRows } from './database';
import { openEmbedded } from './embedded';
import { DirectoryInUseError } from './embedded/directory-lock';
import { isMigrated } from './migrations';
import { findOutage } from './postgres/outage';
import { users } from './schema/accounts/users';
import { newId } from './schema/columns';
import { migrationsFolder } from './testing/migrations-folder';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'esteira-embedded-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const open = (freeBytes?: () => number): Promise<OpenDatabase> =>
  openEmbedded({
    dataDir,
    migrationsFolder,
    ...(freeBytes === undefined ? {} : { freeBytes }),
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

  it('shows its files to no other user of the machine, also those that it makes later or finds open', async () => {
    const modes = async () => {
      const folder = join(dataDir, 'pglite');
      const paths = (await readdir(folder, { recursive: true })).map((path) => join(folder, path));
      const found = await Promise.all([folder, ...paths].map((path) => stat(path)));
      return new Set(
        found.map((file) => `${file.isDirectory() ? 'd' : 'f'}${(file.mode & 0o777).toString(8)}`),
      );
    };
    const first = await open();
    await first.db.execute(sql`CREATE TABLE depois (n int)`);
    await first.db.execute(sql`CHECKPOINT`);
    expect(await modes()).toEqual(new Set(['d700', 'f600']));
    await first.close();
    await chmod(join(dataDir, 'pglite'), 0o755);
    await chmod(join(dataDir, 'pglite', 'base'), 0o777);
    await chmod(join(dataDir, 'pglite', 'PG_VERSION'), 0o666);
    await (await open()).close();
    expect(await modes()).toEqual(new Set(['d700', 'f600']));
  });

  it('looks after what was there before it was opened', async () => {
    const first = await open();
    await first.db.execute(sql`CREATE TABLE linhas AS SELECT n FROM generate_series(1, 10000) n`);
    await first.close();
    const second = await open();
    const read = () =>
      queryRows(second.db, sql`SELECT reltuples::int AS rows FROM pg_class WHERE relname = 'linhas'`);
    await expect.poll(read).toEqual([{ rows: 10_000 }]);
    await second.close();
  });

  it('is watched by a thread of its own while it is open', async () => {
    const threads: unknown[] = [];
    const note = (thread: unknown) => void threads.push(thread);
    process.on('worker', note);
    await (await open()).close();
    process.off('worker', note);
    expect(threads).toHaveLength(1);
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

describe('an embedded database on a full disk', () => {
  const seller = () => ({ id: newId(), nome: 'Rui', email: `${newId()}@exemplo.com`, senha_hash: 'none' });

  it('goes on reading, refuses writes before they can harm it, and writes again when there is space', async () => {
    let free = Number.POSITIVE_INFINITY;
    const database = await open(() => free);
    const { db } = database;
    const count = () => db.$count(users);
    const before = await count();
    const begun = db.transaction(async (tx) => {
      await tx.insert(users).values(seller());
      free = 1_000_000;
      await tx.insert(users).values(seller());
    });
    expect(await begun.catch(findOutage)).toBe('full');
    expect(await db.insert(users).values(seller()).catch(findOutage)).toBe('full');
    expect(await db.transaction((tx) => tx.insert(users).values(seller())).catch(findOutage)).toBe('full');
    expect(await database.script('BEGIN; DELETE FROM usuarios; COMMIT').catch(findOutage)).toBe('full');
    expect(await count()).toBe(before);
    free = Number.POSITIVE_INFINITY;
    await db.insert(users).values(seller());
    await db.transaction((tx) => tx.insert(users).values(seller()));
    expect(await count()).toBe(before + 2);
    await database.close();
  });

  it('does not open, says why, and leaves the directory to the next start', async () => {
    await expect(open(() => 1_000_000)).rejects.toThrow(/^The disk of \S+ is full: 0 MB are free/);
    await (await open()).close();
  });
});

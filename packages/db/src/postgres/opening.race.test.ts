import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { queryRows } from '../database';
import { openPostgres } from '../postgres';
import { openTestDatabase, type TestDatabase } from '../testing';

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));
const MIGRATION_LOCK = sql`pg_advisory_lock(7305471120)`;

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

it('a server that starts says that it waits for another one which migrates, and goes on after it', async () => {
  const url = opened.url ?? '';
  let starting: ReturnType<typeof openPostgres> | undefined;
  await opened.db.transaction(async (tx) => {
    await queryRows(tx, sql`SELECT ${MIGRATION_LOCK}::text`);
    await new Promise<void>((waits) => {
      starting = openPostgres({ url, migrationsFolder, onMigrationWait: waits });
    });
    await queryRows(tx, sql`SELECT pg_advisory_unlock(7305471120)`);
  });
  await (await starting)?.close();
});

it('a database of several hosts is opened while the first of them is away', async () => {
  const url = new URL(opened.url ?? '');
  const here = url.host;
  const hosts = url.href.replace(here, `127.0.0.1:1,${here}`);
  const database = await openPostgres({ url: hosts, migrationsFolder, maxConnections: 2 });
  expect(await queryRows(database.db, sql`SELECT pg_is_in_recovery() AS standby`)).toEqual([
    { standby: false },
  ]);
  await database.close();
});

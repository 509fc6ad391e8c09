import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANGES_CHANNEL, type Database, type OpenDatabase, preparedOnce, queryRows } from '../database';
import { openPostgres } from '../postgres';
import { users } from '../schema/accounts/users';
import { openTestDatabase, type TestDatabase } from '../testing';
import { migrationsFolder } from '../testing/migrations-folder';
import { Connection } from './connection';
import { PoolerError, requireBounds } from './pooler';
import { POSTGRES_TIMEOUTS } from './postgres-client';

const isPooled = Boolean(process.env['TEST_DATABASE_POOLER_URL']);

let opened: TestDatabase;
let other: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase({ isPooled });
  other = await openPostgres({ ...opened.address, migrationsFolder });
  await opened.db.execute(sql`CREATE TABLE escritos (numero integer NOT NULL)`);
});
afterAll(async () => {
  await other.close();
  await opened.close();
});

async function countLocks(): Promise<unknown> {
  const rows = await queryRows(
    opened.db,
    sql`SELECT count(*)::int AS total FROM pg_locks WHERE locktype = 'advisory'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return rows[0]?.['total'];
}

it('a pooler whose connections set no bounds is refused', async () => {
  const unbounded = new Connection(opened.url ?? '', { ...POSTGRES_TIMEOUTS, settings: {} });
  await expect(requireBounds(unbounded)).rejects.toThrow(
    /no idle_in_transaction_session_timeout, lock_timeout, statement_timeout\. /,
  );
  await unbounded.close(5);
});

describe.runIf(isPooled)('by way of a pooler', () => {
  it('nothing is opened that has no way around it, and no lock is left behind', async () => {
    const { url } = opened.address;
    await expect(openPostgres({ url, migrationsFolder })).rejects.toThrow(PoolerError);
    await expect(openPostgres({ url, directUrl: url, migrationsFolder })).rejects.toThrow(PoolerError);
    expect(await countLocks()).toBe(0);
  });

  it('statements have the bounds that they have without one', async () => {
    const [row] = await queryRows(
      opened.db,
      sql`SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
        current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('TimeZone') AS zone,
        current_setting('max_parallel_workers_per_gather') AS workers, current_setting('jit') AS jit,
        current_setting('effective_io_concurrency') AS ahead`,
    );
    const { statementMs, lockMs } = POSTGRES_TIMEOUTS;
    expect(row).toEqual({
      statement: `${statementMs / 1000}s`,
      lock: `${lockMs / 1000}s`,
      idle: '1min',
      zone: 'UTC',
      workers: '0',
      jit: 'off',
      ahead: '0',
    });
  });

  it('everything that is answered is done, and prepared statements are never those of another client', async () => {
    const pools = [opened.db, other.db];
    const write = (db: Database, numero: number) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`SELECT pg_sleep(${Math.random() / 500})`);
        await tx.execute(sql`INSERT INTO escritos VALUES (${numero})`);
      });
    const read = (db: Database, numero: number) =>
      preparedOnce(db, `pooler_${numero % 7}`, (pool, name) =>
        pool
          .select({ id: users.id })
          .from(users)
          .limit(numero % 7)
          .prepare(name),
      ).execute();
    // So many at once as get a connection in time, however slow the machine is.
    for (let first = 0; first < 1_000; first += 100) {
      const work = Array.from({ length: 100 }, (_, index) => {
        const numero = first + index;
        const db = pools[numero % 2] ?? opened.db;
        return Promise.all([write(db, numero), read(db, numero)]);
      });
      await Promise.all(work);
    }
    const [row] = await queryRows(
      opened.db,
      sql`SELECT count(DISTINCT numero)::int AS total, count(*)::int AS linhas FROM escritos`,
    );
    expect(row).toEqual({ total: 1_000, linhas: 1_000 });
  });

  it('changes are heard that another server makes', async () => {
    let hear: (userId: string) => void = () => undefined;
    const heard = new Promise<string>((resolve) => {
      hear = resolve;
    });
    await opened.listen(CHANGES_CHANNEL, { onMessage: hear, onGap: () => undefined });
    await other.db.execute(sql`SELECT pg_notify(${CHANGES_CHANNEL}, 'de alguém')`);
    expect(await heard).toBe('de alguém');
  });
});

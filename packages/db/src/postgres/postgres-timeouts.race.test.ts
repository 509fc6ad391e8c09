import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowLongStatements, LONG_STATEMENT_MS, type OpenDatabase, queryRows } from '../database';
import { openPostgres } from '../postgres';
import { openTestDatabase, type TestDatabase } from '../testing';
import { migrationsFolder } from '../testing/migrations-folder';
import { openTcpLink, type TcpLink } from '../testing/tcp-link';
import { findOutage } from './outage';
import { POSTGRES_TIMEOUTS } from './postgres-client';
import { findPostgresFailure } from './postgres-errors';

const TIMEOUTS = { connectMs: 400, poolWaitMs: 600, lockMs: 300, statementMs: 1_000, silenceMs: 3_000 };
const LOCK_NOT_AVAILABLE = '55P03';

/** What the slowest of these may take on a busy machine, and far less than without any bound. */
const SOON_MS = 8_000;

let opened: TestDatabase;
let link: TcpLink;
let pool: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
  await opened.db.execute(sql`CREATE TABLE trava (n integer)`);
  link = await openTcpLink(opened.url ?? '');
  pool = await openPostgres({ url: link.url, migrationsFolder, maxConnections: 2, timeouts: TIMEOUTS });
});
afterAll(async () => {
  await pool.close();
  await link.cut();
  await opened.close();
});

/** What the work failed with, as an outage; throws when it did not fail soon. */
async function getFailure(work: Promise<unknown>): Promise<string | null> {
  const since = performance.now();
  const failure = await work.then(
    () => 'none',
    (error) => findOutage(error),
  );
  expect(performance.now() - since).toBeLessThan(SOON_MS);
  return failure;
}

const SHOW_BOUND = sql`SELECT current_setting('statement_timeout') AS statement`;
const sleep = (seconds: number) => sql`SELECT pg_sleep(${seconds})`;

describe('what PostgreSQL is asked', () => {
  it('is bounded, and runs on one process and not compiled', async () => {
    const [row] = await queryRows(
      pool.db,
      sql`SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
        current_setting('idle_in_transaction_session_timeout') AS idle,
        current_setting('max_parallel_workers_per_gather') AS workers, current_setting('jit') AS jit,
        current_setting('effective_io_concurrency') AS ahead`,
    );
    expect(row).toEqual({
      statement: '1s',
      lock: '300ms',
      idle: '1min',
      workers: '0',
      jit: 'off',
      ahead: '0',
    });
  });

  it('ends sooner where a person waits for it than in heavy work', async () => {
    const opening = await openPostgres({ url: opened.url ?? '', migrationsFolder });
    const { db, reserved, heavy } = opening;
    const bounds = await Promise.all([db, reserved, heavy].map((each) => queryRows(each, SHOW_BOUND)));
    expect(bounds.flat()).toEqual([{ statement: '5s' }, { statement: '5s' }, { statement: '20s' }]);
    await opening.close();
  });

  it('waits for a lock no longer than it may', async () => {
    const admin = postgres(opened.url ?? '', { max: 1 });
    const holder = await admin.reserve();
    await holder`BEGIN`;
    await holder`LOCK TABLE trava IN ACCESS EXCLUSIVE MODE`;
    const select = sql`SELECT n FROM trava`;
    // One after the other: a rejection before its `await` would be unhandled.
    for (const ask of [
      () => pool.db.execute(select),
      () => pool.db.transaction((tx) => tx.execute(select)),
    ]) {
      const error = await Promise.resolve(ask()).catch((failure: unknown) => failure);
      expect([findOutage(error), findPostgresFailure(error)?.code]).toEqual(['busy', LOCK_NOT_AVAILABLE]);
    }
    holder.release();
    await admin.end();
  });

  it('takes no longer than a statement may, but in a transaction that was given more', async () => {
    expect(await getFailure(pool.db.execute(sleep(20)))).toBe('busy');
    const long = pool.db.transaction(async (tx) => {
      await allowLongStatements(tx);
      await tx.execute(sleep(1.3));
    });
    expect(await getFailure(long)).toBe('none');
    expect(await getFailure(pool.db.execute(sleep(20)))).toBe('busy');
  });

  it('waits for a free connection no longer than it may', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const busy = [1, 2].map(() => pool.db.transaction(() => held));
    expect(await getFailure(pool.db.execute(sql`SELECT 1`))).toBe('busy');
    // What somebody outside waits for is written beside the pool.
    expect(await getFailure(pool.reserved.execute(sql`SELECT 1`))).toBe('none');
    release();
    await Promise.all(busy);
    expect(await getFailure(pool.db.execute(sql`SELECT 1`))).toBe('none');
  });

  it('is given up on connections that fell silent, and goes over new ones then', async () => {
    await Promise.all([pool.db.execute(sleep(0.1)), pool.db.execute(sleep(0.1))]);
    link.mute();
    const lost = [pool.db.execute(sql`SELECT 1`), pool.db.transaction((tx) => tx.execute(sql`SELECT 1`))].map(
      getFailure,
    );
    expect(await Promise.all(lost)).toEqual(['unreachable', 'unreachable']);
    expect(await getFailure(pool.db.execute(sql`SELECT 1`))).toBe('none');
  });

  it('is answered or refused also when it is asked just as its connection is reset', async () => {
    const asked = Array.from({ length: 20 }, () =>
      pool.db.execute(sleep(0.5)).catch(() => pool.db.execute(sql`SELECT 1`)),
    ).map(getFailure);
    await pool.db.execute(sql`SELECT 1`).catch(() => undefined);
    link.reset();
    await Promise.all(asked);
    expect(await getFailure(pool.db.execute(sql`SELECT 1`))).toBe('none');
  });

  it('waits no longer than it may for connections that are taken and not answered', async () => {
    link.hold();
    link.reset();
    // Those that were open are found broken first.
    await Promise.all([1, 2].map(() => getFailure(pool.db.execute(sql`SELECT 1`))));
    const asked = Array.from({ length: 3 }, () => getFailure(pool.db.execute(sql`SELECT 1`)));
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['unreachable']));
    await link.restore();
    expect(await getFailure(pool.db.execute(sql`SELECT 1`))).toBe('none');
  });

  it('is refused at once, the waiting included, while the server is away, and is answered again after that', async () => {
    await link.cut();
    const refused = Array.from({ length: 200 }, () => getFailure(pool.db.execute(sql`SELECT 1`)));
    expect(new Set(await Promise.all(refused))).toEqual(new Set(['unreachable']));
    // However often it was tried by then, the next try does not come later.
    for (let tries = 0; tries < 16; tries += 1)
      expect(await getFailure(pool.db.execute(sql`SELECT 1`))).toBe('unreachable');
    await link.restore();
    expect(await getFailure(pool.db.execute(sql`SELECT 1`))).toBe('none');
  });
});

describe('the bounds that a server has unless told otherwise', () => {
  it('leave a long statement the time that it was given before its connection counts as lost', () => {
    expect(LONG_STATEMENT_MS).toBeLessThan(POSTGRES_TIMEOUTS.silenceMs);
    expect(POSTGRES_TIMEOUTS.statementMs).toBeLessThan(LONG_STATEMENT_MS);
    expect(POSTGRES_TIMEOUTS.lockMs).toBeLessThan(POSTGRES_TIMEOUTS.statementMs);
  });
});

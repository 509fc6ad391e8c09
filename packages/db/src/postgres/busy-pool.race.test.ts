import { sql } from 'drizzle-orm';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, type OpenDatabase, preparedOnce } from '../database';
import { openPostgres } from '../postgres';
import { openTestDatabase, type TestDatabase } from '../testing';
import { migrationsFolder } from '../testing/migrations-folder';
import { POSTGRES_TIMEOUTS } from './postgres-client';

const CONNECTIONS = 20;
/** What the driver would send on a connection before the first answer. */
const PIPELINE = 100;
/** The waiting is what is tested: it must not be refused, nor a lock be given up. */
const TIMEOUTS = { ...POSTGRES_TIMEOUTS, poolWaitMs: 60_000, lockMs: 60_000 };

let opened: TestDatabase;
let url: string;
let admin: postgres.Sql;
beforeAll(async () => {
  opened = await openTestDatabase();
  url = opened.url ?? '';
  admin = postgres(url, { max: 2, onnotice: () => undefined });
  await admin`CREATE TABLE trava (n integer)`;
  await admin`CREATE TABLE escritos (texto text NOT NULL)`;
});
afterAll(async () => {
  await admin.end();
  await opened.close();
});
beforeEach(async () => {
  await admin`TRUNCATE escritos`;
});

const openPool = (maxConnections: number): Promise<OpenDatabase> =>
  openPostgres({ url, migrationsFolder, maxConnections, timeouts: TIMEOUTS });

/** Locks the table that stalled statements read; resolves to how to let them go on. */
async function stall(): Promise<() => Promise<void>> {
  const holder = await admin.reserve();
  await holder`BEGIN`;
  await holder`LOCK TABLE trava IN ACCESS EXCLUSIVE MODE`;
  return async () => {
    await holder`COMMIT`;
    holder.release();
  };
}

/** Resolves when the pool has all its connections. */
const connectAll = ({ db }: OpenDatabase) =>
  Promise.all(Array.from({ length: CONNECTIONS }, () => run(db.execute(sql`SELECT pg_sleep(0.2)`))));

const readLocked = (db: Database) => run(db.execute(sql`SELECT n FROM trava`));

const write = (db: Database, text: string) => run(db.execute(sql`INSERT INTO escritos VALUES (${text})`));

/** A query of Drizzle's is sent when it is awaited. */
const run = async <T>(query: PromiseLike<T>): Promise<T> => query;

async function countWritten(): Promise<number> {
  return (await admin`SELECT texto FROM escritos`).length;
}

/** Resolves when everything that was asked for so far has been handed to the connections. */
const handedOver = () => new Promise((done) => setImmediate(done));

describe('transactions that begin while thousands of statements wait', () => {
  it.each([PIPELINE - 1, PIPELINE, PIPELINE + 1])(
    'commit, and so does every write that is acknowledged beside and after them (%i statements ahead)',
    async (ahead) => {
      const pool = await openPool(CONNECTIONS);
      try {
        await connectAll(pool);
        const goOn = await stall();
        const stalled = Array.from({ length: CONNECTIONS * ahead }, () => readLocked(pool.db));
        await handedOver();
        const transactions = Array.from({ length: CONNECTIONS }, (_, i) =>
          pool.db.transaction(async (tx) => {
            await write(tx, `transação ${i}, um`);
            await write(tx, `transação ${i}, dois`);
          }),
        );
        await handedOver();
        const beside = Array.from({ length: 200 }, (_, i) => write(pool.db, `ao lado ${i}`));
        await handedOver();
        await goOn();
        const outcomes: { status: string }[] = await Promise.allSettled([
          ...stalled,
          ...transactions,
          ...beside,
        ]);
        const after = Array.from({ length: 200 }, (_, i) => write(pool.db, `depois ${i}`));
        outcomes.push(...(await Promise.allSettled(after)));

        const refused = outcomes.filter(({ status }) => status === 'rejected').length;
        const expected = CONNECTIONS * 2 + 200 + 200;
        expect({ refused, written: await countWritten() }).toEqual({ refused: 0, written: expected });
      } finally {
        await pool.close();
      }
    },
  );
});

describe('a prepared statement that a migration made outdated', () => {
  const tipos = pgTable('tipos', { valor: integer() });
  const insert = (db: Database) =>
    preparedOnce(db, 'insert_tipos', (on, name) =>
      on.insert(tipos).values({}).returning().prepare(name),
    ).execute();
  const countTipos = async () => (await admin`SELECT * FROM tipos`).length;

  beforeEach(async () => {
    await admin`DROP TABLE IF EXISTS tipos`;
    await admin`CREATE TABLE tipos (valor integer NOT NULL DEFAULT 1)`;
  });

  it("never runs in a stranger's transaction that begins behind it, to vanish with it", async () => {
    const pool = await openPool(1);
    try {
      await insert(pool.db);
      await admin`ALTER TABLE tipos ALTER COLUMN valor TYPE bigint`;
      const goOn = await stall();
      const stalled = readLocked(pool.db);
      const outdated = insert(pool.db);
      await handedOver();
      const stranger = pool.db.transaction(async (tx) => {
        await tx.execute(sql`SELECT 1`);
        throw new Error('undo');
      });
      await handedOver();
      const outcomes = Promise.allSettled([outdated, stranger, stalled]);
      await goOn();
      expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await countTipos()).toBe(2);
      await insert(pool.db);
      expect(await countTipos()).toBe(3);
    } finally {
      await pool.close();
    }
  });

  it('fails in a transaction, which is rolled back, and runs in the next one', async () => {
    const pool = await openPool(1);
    const insertTwice = () =>
      pool.db.transaction(async (tx) => {
        await tx.insert(tipos).values({});
        await tx.runner.run({ ...INSERT, isPrepared: true });
      });
    try {
      await insertTwice();
      await admin`ALTER TABLE tipos ALTER COLUMN valor TYPE bigint`;
      await expect(insertTwice()).rejects.toMatchObject({ routine: 'RevalidateCachedQuery' });
      expect(await countTipos()).toBe(2);
      await insertTwice();
      expect(await countTipos()).toBe(4);
    } finally {
      await pool.close();
    }
  });

  it('is prepared again and runs when it is alone on its connection', async () => {
    const pool = await openPool(1);
    try {
      await insert(pool.db);
      await admin`ALTER TABLE tipos ALTER COLUMN valor TYPE bigint`;
      expect(await insert(pool.db)).toHaveLength(1);
      expect(await countTipos()).toBe(2);
    } finally {
      await pool.close();
    }
  });
});

const INSERT = { text: 'INSERT INTO tipos VALUES ($1) RETURNING *', values: [1], asArrays: false };

import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../testing';

const CONNECTIONS = 20;
/** What the driver sends on a connection before the first answer, unless told otherwise. */
const PIPELINE = 100;

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

function openPool(max: number): postgres.Sql {
  // The driver knows it, its types do not.
  const options = { max, max_pipeline: PIPELINE };
  return postgres(url, options);
}

/** Locks the table that stalled statements read; answers how to let them go on. */
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
const connectAll = (pool: postgres.Sql) =>
  Promise.all(Array.from({ length: CONNECTIONS }, () => pool`SELECT pg_sleep(0.2)`));

async function countWritten(): Promise<number> {
  return (await admin`SELECT texto FROM escritos`).length;
}

/** Resolves when everything that was asked for in this turn has been handed to the connections. */
const handedOver = () => new Promise((done) => setImmediate(done));

describe('transactions that begin on connections whose pipelines are full', () => {
  it.each([PIPELINE - 1, PIPELINE, PIPELINE + 1])(
    'commit, and so does every write that is acknowledged beside and after them (%i statements ahead)',
    async (ahead) => {
      const pool = openPool(CONNECTIONS);
      try {
        await connectAll(pool);
        const goOn = await stall();
        const stalled = Array.from({ length: CONNECTIONS * ahead }, () =>
          pool`SELECT n FROM trava`.execute(),
        );
        await handedOver();
        const transactions = Array.from({ length: CONNECTIONS }, (_, i) =>
          pool.begin(async (tx) => {
            await tx`INSERT INTO escritos VALUES (${`transação ${i}, um`})`;
            await tx`INSERT INTO escritos VALUES (${`transação ${i}, dois`})`;
          }),
        );
        await handedOver();
        const beside = Array.from({ length: 200 }, (_, i) =>
          pool`INSERT INTO escritos VALUES (${`ao lado ${i}`})`.execute(),
        );
        await handedOver();
        await goOn();
        const outcomes = await Promise.allSettled([...stalled, ...transactions, ...beside]);
        const after = Array.from(
          { length: 200 },
          (_, i) => pool`INSERT INTO escritos VALUES (${`depois ${i}`})`,
        );
        outcomes.push(...(await Promise.allSettled(after)));

        const refused = outcomes.filter(({ status }) => status === 'rejected').length;
        const expected = CONNECTIONS * 2 + 200 + 200;
        expect({ refused, written: await countWritten() }).toEqual({ refused: 0, written: expected });
      } finally {
        await pool.end({ timeout: 1 });
      }
    },
  );
});

describe('a prepared statement that a migration made outdated', () => {
  const insert = (pool: postgres.Sql) => pool`INSERT INTO tipos DEFAULT VALUES RETURNING *`;
  const countTipos = async () => (await admin`SELECT * FROM tipos`).length;

  beforeEach(async () => {
    await admin`DROP TABLE IF EXISTS tipos`;
    await admin`CREATE TABLE tipos (valor integer NOT NULL DEFAULT 1)`;
  });

  it("fails rather than run in a stranger's transaction that begins behind it, and vanish with it", async () => {
    const pool = openPool(1);
    try {
      await insert(pool);
      await admin`ALTER TABLE tipos ALTER COLUMN valor TYPE bigint`;
      const goOn = await stall();
      const stalled = pool`SELECT n FROM trava`.execute();
      const outdated = insert(pool).execute();
      await handedOver();
      const stranger = pool.begin(async (tx) => {
        await tx`SELECT 1`;
        throw new Error('undo');
      });
      await handedOver();
      const outcomes = Promise.allSettled([outdated, stranger, stalled]);
      await goOn();
      const [{ status }] = await outcomes;
      expect([status, await countTipos()]).toEqual(['rejected', 1]);
      await insert(pool);
      expect(await countTipos()).toBe(2);
    } finally {
      await pool.end({ timeout: 1 });
    }
  });

  it('is prepared again and runs when it is alone on its connection', async () => {
    const pool = openPool(1);
    try {
      await insert(pool);
      await admin`ALTER TABLE tipos ALTER COLUMN valor TYPE bigint`;
      expect(await insert(pool)).toHaveLength(1);
      expect(await countTipos()).toBe(2);
    } finally {
      await pool.end({ timeout: 1 });
    }
  });
});

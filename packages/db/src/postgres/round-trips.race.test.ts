import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, queryRows } from '../database';
import { openTestDatabase, type TestDatabase } from '../testing';
import { connect, POSTGRES_TIMEOUTS } from './postgres-client';

let opened: TestDatabase;
let client: ReturnType<typeof connect>;
let db: Database;
/** Who said something on the connection since it was last asked for, whoever said several things in a row once. */
let takeRoundTrips: () => string[];
let close: () => Promise<void>;

beforeAll(async () => {
  opened = await openTestDatabase({ isPooled: false });
  const target = new URL(opened.url ?? '');
  let trips: string[] = [];
  const forward = (from: Socket, to: Socket, what: string) => {
    from.on('data', (chunk) => {
      if (trips.at(-1) !== what) trips.push(what);
      to.write(chunk);
    });
    from.on('close', () => to.destroy());
  };
  const server = createServer((near) => {
    const far = dial(Number(target.port), target.hostname);
    forward(near, far, 'server asked');
    forward(far, near, 'PostgreSQL answered');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  client = connect(url.href, { ...POSTGRES_TIMEOUTS, max: 1, settings: {} });
  db = drizzle(client) as unknown as Database;
  await db.execute(sql`SELECT 1`);
  takeRoundTrips = () => {
    const taken = trips;
    trips = [];
    return taken;
  };
  close = async () => {
    await client.end();
    server.close();
    await opened.close();
  };
});
afterAll(() => close());

const ONE_TRIP = ['server asked', 'PostgreSQL answered'];

describe('a statement that is not prepared', () => {
  const values = { int: 7, fraction: 1.5, text: "d'água \\ ç", nothing: null };
  const echo = sql`SELECT ${values.int}::int AS int, ${values.fraction}::float8 AS fraction, ${values.text}::text AS text,
    ${values.nothing}::text AS nothing, ${'{1,2}'}::int[] AS list, ${'true'}::boolean AS flag`;
  const echoed = { ...values, list: [1, 2], flag: true };

  it('takes one way to PostgreSQL and back, in a transaction too', async () => {
    takeRoundTrips();
    expect(await queryRows(db, echo)).toMatchObject([echoed]);
    expect(takeRoundTrips()).toEqual(ONE_TRIP);
    await db.transaction(async (tx) => {
      takeRoundTrips();
      expect(await queryRows(tx, echo)).toMatchObject([echoed]);
      expect(takeRoundTrips()).toEqual(ONE_TRIP);
    });
  });

  it('fails with what is wrong with it, and the connection goes on', async () => {
    await expect(queryRows(db, sql`SELECT ${'x'}::int`)).rejects.toMatchObject({ cause: { code: '22P02' } });
    await expect(queryRows(db, sql`SELECT ${1} FROM nowhere`)).rejects.toMatchObject({
      cause: { code: '42P01' },
    });
    expect(await queryRows(db, echo)).toMatchObject([echoed]);
  });

  it('asks for the types of what is no text and no number', async () => {
    const bytes = Buffer.from([0, 1, 255]);
    const [row] = await queryRows<{ bytes: Buffer; list: string[] }>(
      db,
      sql`SELECT ${bytes}::bytea AS bytes, ${sql.param(['a', 'b'])}::text[] AS list`,
    );
    expect([row?.bytes.equals(bytes), row?.list]).toEqual([true, ['a', 'b']]);
  });
});

describe('a prepared statement', () => {
  const answer = (text: string, value: unknown) => client.unsafe(text, [value as never], { prepare: true });
  const countPrepared = async (text: string) => {
    const [row] = await client<{ total: number }[]>`
      SELECT count(*)::int AS total FROM pg_prepared_statements WHERE statement = ${text}`;
    return row?.total;
  };

  it('is prepared once for the same text, however that came about, and once more for other types', async () => {
    const text = 'SELECT $1 AS value, 1 AS number';
    for (const value of ['a', 'b', 'c']) {
      expect(await answer(text, value)).toMatchObject([{ value }]);
      expect(await answer(['SELECT $1 AS value,', '1 AS number'].join(' '), value)).toMatchObject([
        { value },
      ]);
    }
    expect(await countPrepared(text)).toBe(1);
    takeRoundTrips();
    await answer(text, 'd');
    expect(takeRoundTrips()).toEqual(ONE_TRIP);
    expect(await answer(text, true)).toMatchObject([{ value: true }]);
    expect(await countPrepared(text)).toBe(2);
  });

  it('is not taken for another that asks for as much', async () => {
    for (const value of ['a', 'b'])
      for (const field of ['um', 'dois'])
        expect(await answer(`SELECT $1 AS ${field}`, value)).toMatchObject([{ [field]: value }]);
  });
});

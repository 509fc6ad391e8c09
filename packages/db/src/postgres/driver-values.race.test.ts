import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type Database, queryRows } from '../database';
import { openTestDatabase, type TestDatabase } from '../testing';
import { Connection, MAX_PREPARED } from './connection';
import { POSTGRES_TIMEOUTS } from './postgres-client';

let opened: TestDatabase;
let connection: Connection;
let db: Database;
beforeAll(async () => {
  opened = await openTestDatabase({ isPooled: false });
  connection = new Connection(opened.url ?? '', { ...POSTGRES_TIMEOUTS, settings: {} });
  db = createDatabase({ run: connection.run, transaction: (work) => connection.transaction(work) });
});
afterAll(async () => {
  await connection.close(5);
  await opened.close();
});

describe('a statement that is not prepared', () => {
  const values = { int: 7, fraction: 1.5, text: "d'água \\ ç", nothing: null };
  const echo = sql`SELECT ${values.int}::int AS int, ${values.fraction}::float8 AS fraction, ${values.text}::text AS text,
    ${values.nothing}::text AS nothing, ${'{1,2}'}::int[] AS list, ${'true'}::boolean AS flag`;
  const echoed = { ...values, list: '{1,2}', flag: true };

  it('brings back what it was given, in a transaction too', async () => {
    expect(await queryRows(db, echo)).toMatchObject([echoed]);
    expect(await db.transaction((tx) => queryRows(tx, echo))).toMatchObject([echoed]);
  });

  it('fails with what is wrong with it, and the connection goes on', async () => {
    await expect(queryRows(db, sql`SELECT ${'x'}::int`)).rejects.toMatchObject({ cause: { code: '22P02' } });
    await expect(queryRows(db, sql`SELECT ${1} FROM nowhere`)).rejects.toMatchObject({
      cause: { code: '42P01' },
    });
    expect(await queryRows(db, echo)).toMatchObject([echoed]);
    expect(connection.isLost).toBe(false);
  });

  it('takes what is no text and no number', async () => {
    const bytes = Buffer.from([0, 1, 255]);
    const [row] = await queryRows<{ bytes: Buffer }>(db, sql`SELECT ${bytes}::bytea AS bytes`);
    expect(row?.bytes.equals(bytes)).toBe(true);
  });
});

describe('a prepared statement', () => {
  const ask = (text: string, value: unknown) =>
    connection.run({ text, values: [value], asArrays: false, isPrepared: true });
  const countPrepared = async (text: string) => {
    const [row] = await queryRows(
      db,
      sql`SELECT count(*)::int AS total FROM pg_prepared_statements WHERE statement = ${text}`,
    );
    return row?.['total'];
  };

  it('is prepared once for the same text, however that came about, and once more for other types', async () => {
    const text = 'SELECT $1 AS value, 1 AS number';
    for (const value of ['a', 'b', 'c']) {
      expect(await ask(text, value)).toMatchObject([{ value }]);
      expect(await ask(['SELECT $1 AS value,', '1 AS number'].join(' '), value)).toMatchObject([{ value }]);
    }
    expect(await countPrepared(text)).toBe(1);
    expect(await ask(text, true)).toMatchObject([{ value: true }]);
    expect(await countPrepared(text)).toBe(2);
  });

  it('is not taken for another that asks for as much', async () => {
    for (const value of ['a', 'b'])
      for (const field of ['um', 'dois'])
        expect(await ask(`SELECT $1 AS ${field}`, value)).toMatchObject([{ [field]: value }]);
  });

  it('is one of a bounded number: further texts are answered without', async () => {
    for (let n = 0; n < MAX_PREPARED + 5; n += 1)
      expect(await ask(`SELECT $1::int AS value, ${n} AS further`, n)).toMatchObject([
        { value: n, further: n },
      ]);
    const [row] = await queryRows(db, sql`SELECT count(*)::int AS total FROM pg_prepared_statements`);
    expect(row?.['total']).toBeLessThanOrEqual(MAX_PREPARED + 1);
    expect(await countPrepared(`SELECT $1::int AS value, ${MAX_PREPARED + 4} AS further`)).toBe(0);
  });
});

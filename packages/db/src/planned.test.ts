import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isPlanned, queryPlanned, queryRows } from './database';
import { openTestDatabase, type TestDatabase } from './testing';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** A text of its own for each number. */
const numbered = (number: number, value: number) =>
  sql`SELECT ${value}::int AS valor, ${sql.raw(String(number))} AS numero`;

it('answers what is asked with other values and in other texts, within transactions too', async () => {
  const { db } = database;
  for (const value of [1, 2, 3]) {
    expect(await queryPlanned(db, numbered(0, value))).toEqual([{ valor: value, numero: 0 }]);
    expect(await db.transaction((tx) => queryPlanned(tx, numbered(0, value)))).toEqual([
      { valor: value, numero: 0 },
    ]);
  }
});

it('keeps the plans of the first texts only, and answers the others all the same', async () => {
  const { db } = database;
  const kept: number[] = [];
  for (let number = 1; number <= 300; number++) {
    expect(await queryPlanned(db, numbered(number, 7))).toEqual([{ valor: 7, numero: number }]);
    if (isPlanned(db, `SELECT $1::int AS valor, ${number} AS numero`)) kept.push(number);
  }
  expect(kept.length).toBeGreaterThan(100);
  expect(kept).toEqual(kept.map((_, index) => index + 1));
  expect(kept.length).toBeLessThanOrEqual(200);
});

it('keeps a plan without the values after some calls', async () => {
  const { db, kind } = database;
  if (kind !== 'postgres') return;
  const rows = await db.transaction(async (tx) => {
    for (let time = 0; time < 8; time++) await queryPlanned(tx, numbered(1, time));
    return queryRows(
      tx,
      sql`SELECT generic_plans > 0 AS kept FROM pg_prepared_statements WHERE statement LIKE '%AS valor, 1 AS%'`,
    );
  });
  expect(rows).toEqual([{ kept: true }]);
});

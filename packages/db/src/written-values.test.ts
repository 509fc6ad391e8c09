import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from './database';
import { createInMemory, embeddedRunner } from './embedded';

let client: PGlite;
beforeAll(async () => {
  client = await createInMemory();
});
afterAll(() => client.close());

const VALUES = [
  ...["timestamp '2026-01-31 10:00'", "timestamptz '2026-01-31 10:00Z'", "interval '90 minutes'"],
  ...["date '2026-01-31'", "numeric '1.50'", "bigint '7'", 'jsonb \'{"a": [1]}\'', 'true', "bytea '\\x00ff'"],
];
const ROW = sql.raw(
  `SELECT ${VALUES.flatMap((value, n) => [`${value} AS v${n}`, `ARRAY[${value}] AS a${n}`]).join(', ')}`,
);

it('answers each type as Drizzle does that asks with every query, also in a transaction', async () => {
  const expected = (await drizzle(client).execute(ROW)).rows;
  expect(expected).toMatchObject([{ v0: '2026-01-31 10:00:00', v3: '2026-01-31', a3: '{2026-01-31}' }]);
  const db = createDatabase(embeddedRunner(client));
  expect(await db.execute(ROW)).toMatchObject(expected);
  expect(await db.transaction(async (tx) => tx.execute(ROW))).toMatchObject(expected);
});

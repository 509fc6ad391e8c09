import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInMemory, embeddedDatabase } from './embedded';
import { withoutOwnParsers } from './written-values';

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
  const db = embeddedDatabase(client);
  expect((await db.execute(ROW)) as unknown).toMatchObject({ rows: expected });
  expect(await db.transaction((tx) => tx.execute(ROW))).toMatchObject({ rows: expected });
});

it('lets no query bring parsers of its own', async () => {
  const options: unknown[] = [];
  const query = async (_text: string, _values?: unknown[], given?: object) => {
    options.push(given);
    return { rows: [], fields: [] };
  };
  const drizzled = drizzle(withoutOwnParsers({ query } as never) as PGlite);
  await drizzled.execute(sql`SELECT 1`);
  await drizzled.select({ one: sql`1` }).from(sql`pg_class`);
  expect(options).toEqual([{ rowMode: 'object' }, { rowMode: 'array' }]);
});

import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createInMemory } from './embedded';
import { runMaintenance } from './upkeep';

describe('runMaintenance', () => {
  let client: PGlite;
  beforeAll(async () => {
    client = await createInMemory();
  });
  afterAll(() => client.close());
  beforeEach(() => client.exec('DROP TABLE IF EXISTS linhas; CREATE TABLE linhas (n int, texto text)'));

  const add = (rows: number) =>
    client.exec(`INSERT INTO linhas SELECT n, repeat('x', 100) FROM generate_series(1, ${rows}) n`);
  async function getKnownRows(): Promise<number> {
    const { rows } = await client.query<{ rows: number }>(
      `SELECT reltuples::int AS rows FROM pg_class WHERE relname = 'linhas'`,
    );
    return rows[0]?.rows ?? Number.NaN;
  }

  it('counts a table that has grown, and leaves alone one that has not', async () => {
    await add(5_000);
    expect(await runMaintenance(client)).toContain('public.linhas');
    expect(await getKnownRows()).toBe(5_000);
    await add(500);
    expect(await runMaintenance(client)).toEqual([]);
    await add(1_000);
    expect(await runMaintenance(client)).toEqual(['public.linhas']);
    expect(await getKnownRows()).toBe(6_500);
  });

  it('gives back what dead rows took', async () => {
    await add(5_000);
    await client.exec('DELETE FROM linhas');
    await runMaintenance(client);
    const { rows } = await client.query(`SELECT pg_relation_size('linhas')::int AS bytes`);
    expect(rows).toEqual([{ bytes: 0 }]);
  });

  it('looks at no table of PostgreSQL itself, and at nothing that is small', async () => {
    await add(10);
    expect(await runMaintenance(client)).toEqual([]);
  });
});

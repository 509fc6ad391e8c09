import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, queryRows } from './database';
import { openTestDatabase, type TestDatabase } from './testing';

let opened: TestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
  await opened.db.execute(sql`CREATE TABLE escritos (texto text NOT NULL)`);
});
afterAll(() => opened.close());

const write = (db: Database, texto: string) => db.execute(sql`INSERT INTO escritos VALUES (${texto})`);

/** Ends the connection of `tx` from another one, and waits until the server has dropped it. */
async function cut(tx: Database): Promise<void> {
  const [row] = await queryRows<{ pid: number }>(tx, sql`SELECT pg_backend_pid() AS pid`);
  await opened.db.execute(sql`SELECT pg_terminate_backend(${row?.pid}, 5000)`);
}

async function written(): Promise<string[]> {
  const rows = await queryRows<{ texto: string }>(opened.db, sql`SELECT texto FROM escritos ORDER BY texto`);
  return rows.map(({ texto }) => texto);
}

describe('a connection lost inside a transaction', () => {
  it('fails the transaction and commits neither what came before nor what comes after', async () => {
    let body: Promise<string[]> = Promise.resolve([]);
    const work = opened.db.transaction((tx) => {
      body = (async () => {
        await write(tx, 'antes');
        await cut(tx);
        // The transaction has failed by now; code that goes on must not write outside it either.
        const during = await Promise.allSettled([write(tx, 'durante')]);
        const after = await Promise.allSettled([write(tx, 'depois')]);
        return [...during, ...after].map(({ status }) => status);
      })();
      return body;
    });
    await expect(work).rejects.toThrow();
    expect(await body).toEqual(['rejected', 'rejected']);
    expect(await written()).toEqual([]);
  });

  it('fails statements that were sent together, each with an error of its own', async () => {
    const work = opened.db.transaction(async (tx) => {
      await write(tx, 'antes');
      await cut(tx);
      const results = await Promise.allSettled(['um', 'dois', 'três'].map((texto) => write(tx, texto)));
      expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
      throw new Error('the end');
    });
    await expect(work).rejects.toThrow();
    expect(await written()).toEqual([]);
  });

  it('leaves the pool able to work', async () => {
    for (let round = 0; round < 25; round += 1) {
      await opened.db.transaction(cut).catch(() => undefined);
    }
    await opened.db.transaction((tx) => write(tx, 'por fim'));
    expect(await written()).toEqual(['por fim']);
  });
});

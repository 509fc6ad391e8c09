import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type Database, queryRows } from '../database';
import { openTestDatabase, type TestDatabase } from '../testing';
import { Connection } from './connection';
import { openPool } from './pool';
import { POSTGRES_TIMEOUTS } from './postgres-client';

let opened: TestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
  await opened.db.execute(sql`CREATE TABLE escritos (texto text NOT NULL)`);
});
afterAll(() => opened.close());

const insert = (texto: string) => sql`INSERT INTO escritos VALUES (${texto})`;
const write = (db: Database, texto: string) => db.execute(insert(texto));

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
    let statuses: Promise<string[]> = Promise.resolve([]);
    const work = opened.db.transaction(async (tx) => {
      await write(tx, 'antes');
      const [row] = await queryRows<{ pid: number }>(tx, sql`SELECT pg_backend_pid() AS pid`);
      const sentTogether = [sql`SELECT pg_sleep(60)`, ...['um', 'dois', 'três'].map(insert)].map(
        (statement) => tx.execute(statement),
      );
      statuses = Promise.allSettled(sentTogether).then((results) => results.map(({ status }) => status));
      await opened.db.execute(sql`SELECT pg_terminate_backend(${row?.pid}, 5000)`);
      await statuses;
    });
    await expect(work).rejects.toThrow();
    expect(await statuses).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
    expect(await written()).toEqual([]);
  });

  it('leaves the pool able to work', async () => {
    for (let round = 0; round < 25; round += 1) {
      await opened.db.transaction(cut).catch(() => undefined);
    }
    await opened.db.transaction((tx) => write(tx, 'por fim'));
    expect(await written()).toEqual(['por fim']);
  });

  it('leaves it able to work also when a script lost its connection', async () => {
    for (let round = 0; round < 25; round += 1) {
      await expect(
        opened.script('BEGIN; SELECT pg_terminate_backend(pg_backend_pid(), 5000); COMMIT'),
      ).rejects.toThrow();
    }
    await opened.db.execute(sql`TRUNCATE escritos`);
    await Promise.all(Array.from({ length: 40 }, () => opened.db.transaction((tx) => write(tx, 'por fim'))));
    expect(await written()).toHaveLength(40);
  });
});

/** A line to the server on which the first connection breaks just as it is asked something. */
async function openBreakingLine(url: URL) {
  let broken = 0;
  const server = createServer((near) => {
    const far = connect(Number(url.port), url.hostname);
    near.on('data', (chunk) => {
      if (broken === 0 && chunk.includes('SELECT')) {
        broken += 1;
        near.resetAndDestroy();
      } else far.write(chunk);
    });
    far.on('data', (chunk) => near.write(chunk));
    near.on('close', () => far.destroy());
    for (const socket of [near, far]) socket.on('error', () => undefined);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, port: (server.address() as AddressInfo).port, countBroken: () => broken };
}

it('a connection lost while the driver readies it is made again, and does not end the process', async () => {
  const url = new URL(opened.url ?? '');
  const line = await openBreakingLine(new URL(url));
  url.port = String(line.port);
  const pool = openPool({
    connect: () => new Connection(url.href, { ...POSTGRES_TIMEOUTS, settings: {} }),
    maxConnections: 1,
    maxWaitMs: POSTGRES_TIMEOUTS.poolWaitMs,
  });
  // An unhandled failure of the driver would end this process, and this run.
  const db = createDatabase(pool);
  await expect(db.execute(sql`SELECT 1`)).rejects.toThrow();
  expect(line.countBroken()).toBe(1);
  expect(await queryRows(db, sql`SELECT 1 AS um`)).toEqual([{ um: 1 }]);
  await pool.close();
  line.server.close();
});

import type { OpenDatabase } from '@esteira/db/database';
import { openPostgres } from '@esteira/db/postgres';
import { openTestDatabase, type TestDatabase } from '@esteira/db/testing';
import { migrationsFolder } from '@esteira/db/testing/migrations-folder';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCallLimiter } from './call-limiter';

const START = Date.parse('2026-03-01T12:00:00Z');
const RATE = { perSecond: 5, burst: 20 };

let database: TestDatabase;
let servers: OpenDatabase[];

beforeAll(async () => {
  database = await openTestDatabase();
  const options = { ...database.address, migrationsFolder, maxConnections: 8 };
  servers = [await openPostgres(options), await openPostgres(options)];
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await database.close();
});

/** How many of very many parallel calls of both servers pass at this moment. */
async function storm(usuarioId: string, at: number): Promise<number> {
  const limiters = servers.map(({ db }) =>
    createCallLimiter({ db, marketplace: 'mercadolivre', clock: () => new Date(at) }),
  );
  const calls = Array.from({ length: 50 }, () =>
    limiters.map((limiter) => limiter.take({ contaId: 1, usuarioId }, 'items', RATE)),
  );
  const results = await Promise.allSettled(calls.flat());
  return results.filter(({ status }) => status === 'fulfilled').length;
}

it('two servers together never call more often than one account may', async () => {
  for (let round = 0; round < 10; round += 1) {
    const account = `account-${round}`;
    expect(await storm(account, START)).toBe(20);
    expect(await storm(account, START)).toBe(0);
    expect(await storm(account, START + 1000)).toBe(5);
    expect(await storm(account, START + 60_000)).toBe(20);
  }
});

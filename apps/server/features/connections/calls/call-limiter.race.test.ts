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

/** How many of very many parallel calls of both servers, each of the next account, pass at this moment. */
async function storm(accounts: readonly string[], at: number, application?: typeof RATE): Promise<number> {
  const limiters = servers.map(({ db }) =>
    createCallLimiter({ db, marketplace: 'mercadolivre', application, clock: () => new Date(at) }),
  );
  const calls = Array.from({ length: 50 }, (_, n) => {
    const usuarioId = accounts[n % accounts.length] as string;
    return limiters.map((limiter) => limiter.take({ contaId: 1, usuarioId }, 'items', RATE));
  });
  const results = await Promise.allSettled(calls.flat());
  return results.filter(({ status }) => status === 'fulfilled').length;
}

it('two servers together never call more often than one account may', async () => {
  for (let round = 0; round < 4; round += 1) {
    const account = [`account-${round}`];
    expect(await storm(account, START)).toBe(20);
    expect(await storm(account, START)).toBe(0);
    expect(await storm(account, START + 1000)).toBe(5);
    expect(await storm(account, START + 60_000)).toBe(20);
  }
});

it('two servers together never call more often than the application may, for whichever accounts', async () => {
  const application = { perSecond: 2, burst: 12 };
  const accounts = ['one', 'two', 'three', 'four'].map((name) => `application-${name}`);
  expect(await storm(accounts, START, application)).toBe(12);
  expect(await storm(accounts, START, application)).toBe(0);
  expect(await storm(accounts, START + 2000, application)).toBe(4);
});

import type { OpenDatabase } from '@esteira/db/database';
import { openPostgres } from '@esteira/db/postgres';
import { openTcpLink, type TcpLink } from '@esteira/db/testing/tcp-link';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrationsFolder } from '../paths';
import { makeUser } from '../testing/makers';
import { createTestServer, type TestServer } from '../testing/server';

/** Within this every call has to be answered while there is no database. */
const ANSWER_WITHIN_MS = 5_000;
const CONNECTIONS = 10;

let opened: TestServer;
let link: TcpLink;
let database: OpenDatabase;
let server: TestServer;
let token: string;
beforeAll(async () => {
  opened = await createTestServer();
  link = await openTcpLink(opened.databaseUrl ?? '');
  database = await openPostgres({ url: link.url, migrationsFolder, maxConnections: CONNECTIONS });
  server = await createTestServer({ deps: { db: database.db } });
  ({ token } = await makeUser(opened));
});
afterAll(async () => {
  await server.close();
  await database.close();
  await link.cut();
  await opened.close();
});

async function timed<T>(work: Promise<T>): Promise<[T, number]> {
  const since = performance.now();
  return [await work, performance.now() - since];
}

const me = () => server.call('GET', '/api/auth/me', { token });
const products = () => server.call('GET', '/api/produtos', { token });

describe('a server whose PostgreSQL', () => {
  it('has a table locked answers 503 soon to who needs it, and everybody else as always', async () => {
    const admin = postgres(opened.databaseUrl ?? '', { max: 1 });
    const holder = await admin.reserve();
    await holder`BEGIN`;
    await holder`LOCK TABLE produtos IN ACCESS EXCLUSIVE MODE`;
    const locked = Array.from({ length: 10 }, () => timed(products()));
    const [other, ms] = await timed(me());
    expect([other.status, ms < ANSWER_WITHIN_MS]).toEqual([200, true]);
    for (const [answer, waited] of await Promise.all(locked)) {
      expect([answer.status, answer.headers['retry-after'], waited < 15_000]).toEqual([503, '2', true]);
      expect(answer.body.detail).toMatch(/^O sistema está ocupado/);
    }
    await holder`ROLLBACK`;
    holder.release();
    await admin.end();
    expect((await products()).status).toBe(200);
  });

  it('is away answers 503 within five seconds on both transports, and as always when it is back', async () => {
    await link.cut();
    const calls = Array.from({ length: 50 }, (_, i) =>
      timed(i % 2 === 0 ? me() : server.call('GET', '/trpc/auth.me', { token })),
    );
    for (const [answer, ms] of await Promise.all(calls)) {
      expect([answer.status, answer.headers['retry-after'], ms < ANSWER_WITHIN_MS]).toEqual([503, '5', true]);
    }
    expect((await server.call('GET', '/api/ready')).status).toBe(503);
    await link.restore();
    // Each connection that broke a moment ago may be noticed only by who is given it.
    for (let call = 0; call < CONNECTIONS; call += 1) expect((await me()).status).toBeOneOf([200, 503]);
    for (let call = 0; call < 2 * CONNECTIONS; call += 1) expect((await me()).status).toBe(200);
  });
});

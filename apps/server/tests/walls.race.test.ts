import { openPostgres } from '@esteira/db/postgres';
import { migrationsFolder } from '@esteira/db/testing/migrations-folder';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildApp } from '../app';
import type { Deps } from '../core/context';
import { deferred } from '../testing/deferred';
import { makeUser, type TestUser } from '../testing/makers';
import { createTestDeps, createTestServer, type TestServer } from '../testing/server';

/** No statement is ended while a test looks, but who finds no connection free is refused. */
const TIMEOUTS = { statementMs: 60_000, lockMs: 60_000, silenceMs: 90_000, poolWaitMs: 1_000 };
const PEOPLE = 16;
const HEAVY = 8;
const CREDENTIALS = { email: 'entra@exemplo.com.br', senha: 'uma senha bem longa' };

describe.runIf(Boolean(process.env['TEST_DATABASE_URL']))('people are not kept waiting by', () => {
  let server: TestServer;
  let seller: TestUser;
  let other: TestUser;
  beforeAll(async () => {
    server = await createTestServer({ timeouts: TIMEOUTS });
    [seller, other] = [await makeUser(server), await makeUser(server)];
    await server.call('POST', '/api/auth/registrar', { body: { nome: 'Quem Entra', ...CREDENTIALS } });
  });
  afterAll(() => server.close());

  const get = (path: string, { token }: TestUser) => server.call('GET', path, { token });
  const signIn = () => server.call('POST', '/api/auth/login', { body: CREDENTIALS });
  const statuses = async (...answers: Promise<{ status: number }>[]) =>
    (await Promise.all(answers)).map(({ status }) => status);

  /**
   * Holds so many connections, each with a transaction that has begun so, while three times as many are asked for;
   * answers how to let them go, which the test's end does too.
   */
  async function hold(db: Deps['db'], connections: number, begin = sql`SELECT 1`) {
    const [end, isFull] = [deferred(), deferred()];
    let begun = 0;
    const work = Array.from({ length: 3 * connections }, () =>
      db.transaction(async (tx) => {
        await tx.execute(begin);
        begun += 1;
        if (begun === connections) isFull.resolve();
        await end.promise;
      }),
    );
    // Those beyond may be refused.
    const ended = Promise.allSettled(work);
    await isFull.promise;
    const letGo = async () => {
      end.resolve();
      await ended;
    };
    onTestFinished(letGo);
    return letGo;
  }

  it('pages that fill their connections, to sign in or to see the own session', async () => {
    await hold(server.db, PEOPLE);
    expect(await statuses(signIn(), get('/api/auth/me', seller))).toEqual([200, 200]);
  });

  it('heavy work that fills its own', async () => {
    await hold(server.deps.heavyDb, HEAVY);
    expect(await statuses(get('/api/produtos', seller), get('/api/pedidos', seller))).toEqual([200, 200]);
  });

  it('somebody who needs a locked table, and is told soon to come again', async () => {
    const unlock = await hold(server.deps.heavyDb, 1, sql`LOCK TABLE pedidos IN ACCESS EXCLUSIVE MODE`);
    const waiting = Array.from({ length: 2 * PEOPLE }, () => get('/api/pedidos', seller));
    const answers = [signIn(), get('/api/auth/me', seller), get('/api/produtos', other)];
    expect(await statuses(...answers)).toEqual([200, 200, 200]);
    const busy = await askImpatiently();
    expect([busy.statusCode, busy.headers['retry-after']]).toEqual([503, '2']);
    expect(busy.json()).toEqual({
      detail: 'O sistema está ocupado no momento. Tente novamente em instantes.',
    });
    await unlock();
    expect(new Set(await statuses(...waiting))).toEqual(new Set([200]));
  });

  /** Of a server on the same database whose people wait a moment for a statement, and not five seconds. */
  async function askImpatiently() {
    const timeouts = { statementMs: 300 };
    const database = await openPostgres({ ...server.databaseAddress, migrationsFolder, timeouts });
    const app = await buildApp(createTestDeps(database.db));
    const headers = { authorization: `Bearer ${other.token}` };
    const answer = await app.inject({ url: '/api/pedidos', headers });
    await app.close();
    await database.close();
    return answer;
  }
});

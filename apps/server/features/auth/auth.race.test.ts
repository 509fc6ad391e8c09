import { rateLimits } from '@esteira/db/schema/platform/rate-limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app';
import { consumeAttempt } from '../../core/limits/rate-limit';
import { unique } from '../../testing/makers';
import { createTestDeps, createTestServer, type TestServer } from '../../testing/server';

const MINUTE = 60_000;
const senha = 'correta cavalo bateria';

let server: TestServer;
/** Another instance on the same database. */
let other: Awaited<ReturnType<typeof buildApp>>;

beforeAll(async () => {
  server = await createTestServer();
  other = await buildApp(createTestDeps(server.db));
});
afterAll(async () => {
  await other.close();
  await server.close();
});

const times = (count: number) => Array.from({ length: count }, (_, n) => n);

async function post(app: Pick<TestServer['app'], 'inject'>, path: string, payload: object) {
  return (await app.inject({ method: 'POST', url: `/api/auth/${path}`, payload })).statusCode;
}

async function newAccount() {
  const email = `${unique('conta')}@exemplo.com.br`;
  expect(await post(server.app, 'registrar', { nome: 'Ana', email, senha })).toBe(201);
  return email;
}

describe('parallel logins on two instances', () => {
  it('get no more than ten wrong passwords tried', async () => {
    for (const round of times(3)) {
      const email = await newAccount();
      const answers = await Promise.all(
        times(40).map((n) =>
          post(n % 2 === 0 ? server.app : other, 'login', { email, senha: 'errada errada' }),
        ),
      );
      const tried = answers.filter((status) => status === 401).length;
      expect({ round, tried, refused: answers.length - tried }).toEqual({ round, tried: 10, refused: 30 });
      expect(await post(other, 'login', { email, senha })).toBe(429);
    }
  });

  it('with the right password all succeed on an instance', async () => {
    const email = await newAccount();
    const answers = await Promise.all(times(40).map(() => post(server.app, 'login', { email, senha })));
    expect(answers).toEqual(Array(40).fill(200));
  });
});

describe('parallel registrations of one e-mail on two instances', () => {
  it('create one account', async () => {
    const email = `${unique('conta')}@exemplo.com.br`;
    const answers = await Promise.all(
      times(12).map((n) =>
        post(n % 2 === 0 ? server.app : other, 'registrar', { nome: 'Ana', email, senha }),
      ),
    );
    expect(answers.filter((status) => status === 201)).toHaveLength(1);
    expect(answers.filter((status) => status === 409)).toHaveLength(11);
  });
});

describe('counting tries', () => {
  it('allows exactly the maximum of parallel ones, while closed windows are swept', async () => {
    let now = Date.now() + 60 * MINUTE;
    const clock = () => new Date(now);
    const limit = (key: string) => ({ key, max: 7, windowMs: MINUTE });
    for (const round of times(5)) {
      const chave = unique('chave');
      const allowed = await Promise.all(
        times(30).map(() => consumeAttempt({ db: server.db, clock }, limit(chave))),
      );
      expect({ round, allowed: allowed.filter((wait) => wait === null).length }).toEqual({
        round,
        allowed: 7,
      });
      now += 2 * MINUTE;
    }
    await consumeAttempt({ db: server.db, clock }, limit('last'));
    expect(await server.db.select({ chave: rateLimits.chave }).from(rateLimits)).toEqual([{ chave: 'last' }]);
  });
});

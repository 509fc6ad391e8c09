import { sessions } from '@esteira/db/schema/accounts/sessions';
import { users } from '@esteira/db/schema/accounts/users';
import { emails } from '@esteira/db/schema/platform/emails';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@esteira/domain/durations';
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../app';
import { hashPassword } from '../../core/security/passwords';
import { startPolicies } from '../../core/security/policy-switch';
import { forgetOldSessions } from '../../core/security/sessions';
import { makeTwoStepUser, PASSWORD, showCode } from '../../testing/accounts/two-step';
import { makeSession, makeUser, type TestUser, unique } from '../../testing/makers';
import { createTestDeps, createTestServer } from '../../testing/server';
import { forgetOldDevices } from '../auth/devices/known-devices';

const START = Date.parse('2026-11-27T12:00:00Z');
let now = START;
const clock = () => new Date(now);
const idle = 'Sessão encerrada por inatividade. Faça login novamente.';
const mail = { modo: 'log', send: async () => undefined } as const;

const server = await createTestServer({ deps: { clock, enforcePolicies: true, mail } });
const advisory = await createTestServer({ deps: { clock } });
const other = await buildApp(createTestDeps(server.db, { clock, enforcePolicies: true, mail }));
afterAll(async () => {
  await other.close();
  await Promise.all([server.close(), advisory.close()]);
});
beforeEach(() => {
  now = START;
});

const me = (token: string, headers = {}) => server.call('GET', '/api/auth/me', { token, headers });
const askAfter = async (ms: number, token: string, headers = {}) => {
  now += ms;
  const { status, body } = await me(token, headers);
  return status === 200 ? 200 : [status, body.detail];
};

describe('a session without use', () => {
  it('is taken up to its hours, and not later, on every call and every server', async () => {
    const { token } = await makeUser(server);
    const onOther = async () => {
      const headers = { authorization: `Bearer ${token}` };
      return (await other.inject({ url: '/api/auth/me', headers })).statusCode;
    };
    expect(await onOther()).toBe(200);
    expect(await askAfter(24 * HOUR_MS - MINUTE_MS, token)).toBe(200);
    now += 24 * HOUR_MS + MINUTE_MS;
    expect(await onOther()).toBe(401);
    expect(await askAfter(0, token)).toEqual([401, idle]);
    expect(await askAfter(0, token)).toEqual([401, idle]);
  });

  it('ends although its page goes on asking by itself', async () => {
    const { token } = await makeUser(server);
    for (let hour = 0; hour < 24; hour += 1) {
      expect(await askAfter(HOUR_MS, token, { 'x-esteira-fundo': '1' })).toBe(200);
    }
    expect(await askAfter(MINUTE_MS, token, { 'x-esteira-fundo': '1' })).toEqual([401, idle]);
  });

  it('has all its hours from when policies are enforced after they only advised, once', async () => {
    await startPolicies(server.db, false, clock());
    const { token } = await makeUser(server);
    now += 3 * DAY_MS;
    await Promise.all([1, 2].map(() => startPolicies(server.db, true, clock())));
    expect(await askAfter(23 * HOUR_MS, token)).toBe(200);
    now += 2 * DAY_MS;
    await startPolicies(server.db, true, clock());
    expect(await askAfter(0, token)).toEqual([401, idle]);
  });

  it('ends for an admin after twelve hours', async () => {
    const { token } = await makeUser(server, { is_admin: true });
    expect(await askAfter(12 * HOUR_MS + MINUTE_MS, token)).toEqual([401, idle]);
  });

  it('goes on where policies only advise', async () => {
    const { token } = await makeUser(advisory);
    now += 6 * DAY_MS;
    expect((await advisory.call('GET', '/api/auth/me', { token })).status).toBe(200);
    expect((await advisory.call('GET', '/api/conta/sessoes', { token })).body).not.toHaveProperty(
      'horas_sem_uso',
    );
  });

  it('is not listed any more, and is written down as ended by the next look', async () => {
    const user = await makeUser(server);
    now += 25 * HOUR_MS;
    const token = await makeSession(server, user.id);
    const { body } = await server.call('GET', '/api/conta/sessoes', { token });
    expect(body).toMatchObject({ total: 1, horas_sem_uso: 24 });
    await forgetOldSessions(server.deps);
    const rows = await server.db.select().from(sessions).where(eq(sessions.usuario_id, user.id));
    expect(rows.filter(({ encerrada_em }) => encerrada_em !== null)).toHaveLength(1);
  });
});

describe('a new token', () => {
  const call = (path: string, { token }: { token: string }, body: object) =>
    server.call('POST', `/trpc/account.${path}`, { token, body });

  it('comes with a new password where it was asked for, and the old one ends', async () => {
    const user = await makeUser(server, { senha_hash: await hashPassword(PASSWORD) });
    const input = { senha_atual: PASSWORD, senha: 'outra frase longa e boa', novo_token: true };
    const { access_token } = (await call('changePassword', user, input)).body.result.data;
    expect((await me(user.token)).status).toBe(401);
    expect((await me(access_token)).status).toBe(200);
  });

  it('does not come over REST, and the session goes on', async () => {
    const user = await makeUser(server, { senha_hash: await hashPassword(PASSWORD) });
    const body = { senha_atual: PASSWORD, senha: 'outra frase longa e boa', novo_token: true };
    const answer = await server.call('PUT', '/api/conta/senha', { token: user.token, body });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await me(user.token)).status).toBe(200);
  });

  it('comes with the second step turned on and off', async () => {
    const user = await makeTwoStepUser(server);
    now += MINUTE_MS;
    const off = { senha_atual: PASSWORD, codigo: showCode(user.secret, clock()), novo_token: true };
    const { access_token: token } = (await call('turnOffTwoStep', user, off)).body.result.data;
    expect((await me(user.token)).status).toBe(401);
    const begun = await call('beginTwoStep', { token }, { senha_atual: PASSWORD });
    const codigo = showCode(begun.body.result.data.segredo, clock());
    const on = (await call('confirmTwoStep', { token }, { codigo, novo_token: true })).body.result.data;
    expect(on.codigos).toHaveLength(10);
    expect([(await me(token)).status, (await me(on.access_token)).status]).toEqual([401, 200]);
  });
});

describe('a weak password from before', () => {
  const OLD = 'curta123';
  let user: TestUser;
  beforeEach(async () => {
    user = await makeUser(server, { senha_hash: await hashPassword(OLD) });
  });
  const login = async () =>
    (await server.call('POST', '/api/auth/login', { body: { email: user.email, senha: OLD } })).body;
  const products = (token: string) => server.call('GET', '/api/produtos', { token });

  it('opens everything for seven days, then only the account, until it is another one', async () => {
    const first = await login();
    const ate = new Date(START + 7 * DAY_MS).toISOString();
    expect(first.usuario.trocar_senha).toEqual({ ate, restrita: false });
    expect((await products(first.access_token)).status).toBe(200);
    const { body } = await server.call('POST', '/trpc/apiKeys.create', {
      token: first.access_token,
      body: { nome: 'Chave', escopos: ['leitura'] },
    });
    now = START + 8 * DAY_MS;
    const { usuario, access_token: token } = await login();
    expect(usuario.trocar_senha).toEqual({ ate, restrita: true });
    expect((await me(token)).body.trocar_senha).toEqual({ ate, restrita: true });
    expect([(await products(token)).status, (await products(token)).body.detail]).toEqual([
      403,
      'Troque a sua senha em Configurações → Conta para continuar.',
    ]);
    expect((await products(body.result.data.chave)).status).toBe(200);
    const change = { senha_atual: OLD, senha: 'meu cachorro come pizza' };
    expect((await server.call('PUT', '/api/conta/senha', { token, body: change })).status).toBe(204);
    expect((await products(token)).status).toBe(200);
    expect((await me(token)).body).not.toHaveProperty('trocar_senha');
  });

  it('answers each call of a batch for itself', async () => {
    await server.db
      .update(users)
      .set({ senha_fraca_desde: new Date(START - 8 * DAY_MS).toISOString() })
      .where(eq(users.id, user.id));
    const paths = ['auth.me', ...Array(4).fill('products.count')].join(',');
    const input = encodeURIComponent(JSON.stringify({ 1: {}, 2: {}, 3: {}, 4: {} }));
    const { body } = await server.call('GET', `/trpc/${paths}?batch=1&input=${input}`, { token: user.token });
    const status = (answer: { error?: { data: { httpStatus: number } } }) =>
      answer.error?.data.httpStatus ?? 200;
    expect(body.map(status)).toEqual([200, 403, 403, 403, 403]);
  });

  it('has all its days again once policies only advised in between', async () => {
    await login();
    now += 8 * DAY_MS;
    await startPolicies(server.db, false, clock());
    expect((await login()).usuario.trocar_senha).toMatchObject({ restrita: false });
  });
});

describe('a sign-in', () => {
  const letters = async () => (await server.db.select({ tipo: emails.tipo }).from(emails)).length;
  const signIn = (user: TestUser, cookie?: string) =>
    server.call('POST', '/trpc/auth.login', {
      body: { email: user.email, senha: PASSWORD },
      ...(cookie === undefined ? {} : { headers: { cookie } }),
    });
  const cookieOf = ({ headers }: Awaited<ReturnType<typeof signIn>>) =>
    String(headers['set-cookie']).split(';')[0] ?? '';

  it('tells of a new browser, not of a known one, three times a day at most', async () => {
    const user = await makeUser(server, { senha_hash: await hashPassword(PASSWORD) });
    const before = await letters();
    const cookie = cookieOf(await signIn(user));
    expect(cookie).toMatch(/^esteira_aparelho=[\w-]{43}$/);
    expect(await letters()).toBe(before + 1);
    expect(cookieOf(await signIn(user, cookie))).toBe(cookie);
    expect(await letters()).toBe(before + 1);
    for (let time = 0; time < 5; time += 1) await signIn(user, 'esteira_aparelho=of another form');
    expect(await letters()).toBe(before + 3);
  });

  it('from a browser that is used now and then tells nothing, however long ago the first one was', async () => {
    const user = await makeUser(server, { senha_hash: await hashPassword(PASSWORD) });
    const cookie = cookieOf(await signIn(user));
    const before = await letters();
    for (let times = 0; times < 3; times += 1) {
      now += 200 * DAY_MS;
      await forgetOldDevices({ db: server.db, clock });
      expect((await signIn(user, cookie)).status).toBe(200);
    }
    expect(await letters()).toBe(before);
  });

  it('of a new account sends no letter, and its browser is known from then on', async () => {
    const before = await letters();
    const body = { email: `${unique('nova')}@exemplo.com.br`, senha: PASSWORD };
    const cookie = cookieOf(
      await server.call('POST', '/trpc/auth.register', { body: { nome: 'Ana', ...body } }),
    );
    expect(cookie).toMatch(/^esteira_aparelho=[\w-]{43}$/);
    const signedIn = await server.call('POST', '/trpc/auth.login', { body, headers: { cookie } });
    expect([signedIn.status, await letters()]).toEqual([200, before]);
  });

  it('of a program is told once a day, and gives it no cookie', async () => {
    const user = await makeUser(server, { senha_hash: await hashPassword(PASSWORD) });
    const before = await letters();
    for (let time = 0; time < 3; time += 1) {
      const body = { email: user.email, senha: PASSWORD };
      const { headers } = await server.call('POST', '/api/auth/login', { body });
      expect(headers['set-cookie']).toBeUndefined();
    }
    expect(await letters()).toBe(before + 1);
  });
});

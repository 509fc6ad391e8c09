import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sessions } from '@esteira/db/schema/accounts/sessions';
import { users } from '@esteira/db/schema/accounts/users';
import { eq } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../app';
import { deriveKeys } from '../../core/security/keys';
import { forgetOldSessions } from '../../core/security/sessions';
import { makeMember, makeSession, makeUser, type TestUser, unique } from '../../testing/makers';
import { createTestDeps, createTestServer, TEST_SECRET, type TestServer } from '../../testing/server';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ENDED = { status: 401, body: { detail: 'Sessão encerrada. Faça login novamente.' } };
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const senha = 'correta cavalo bateria';

let server: TestServer;
/** Another instance on the same database. */
let other: Awaited<ReturnType<typeof buildApp>>;
let elapsed = 0;
let user: TestUser;

beforeAll(async () => {
  const clock = () => new Date(Date.now() + elapsed);
  server = await createTestServer({ deps: { clock } });
  other = await buildApp(createTestDeps(server.db, { clock }));
});
afterAll(async () => {
  await other.close();
  await server.close();
});
beforeEach(async () => {
  elapsed = 0;
  user = await makeUser(server);
});

const me = (token: string) => server.call('GET', '/api/auth/me', { token });
const list = async (token = user.token) => (await server.call('GET', '/api/conta/sessoes', { token })).body;
const end = (id: string, token = user.token) => server.call('DELETE', `/api/conta/sessoes/${id}`, { token });

async function idOf(token: string): Promise<string> {
  const own = (await list(token)).itens.find(({ atual }: { atual: boolean }) => atual);
  return own.id;
}

async function meOnOther(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await other.inject({ url: '/api/auth/me', headers })).statusCode;
}

describe('the sessions of a user', () => {
  it('are opened by registering and by logging in, with device and address', async () => {
    const email = `${unique('conta')}@exemplo.com.br`;
    const headers = { 'user-agent': FIREFOX };
    const body = { nome: 'Ana', email, senha };
    const registered = await server.call('POST', '/api/auth/registrar', { body, headers });
    const payload = { email, senha };
    await server.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: '203.0.113.9',
      payload,
      headers: { 'user-agent': 'curl/8.5.0' },
    });
    const instants = { criada_em: expect.any(String), ultimo_uso: expect.any(String) };
    const id = expect.any(String);
    expect(await list(registered.body.access_token)).toEqual({
      itens: [
        { id, dispositivo: 'Firefox no Linux', endereco: '127.0.0.1', ...instants, atual: true },
        { id, dispositivo: 'curl', endereco: '203.0.113.9', ...instants, atual: false },
      ],
      total: 2,
    });
  });

  it('are listed to their user only, without those that ended or expired', async () => {
    const second = await makeSession(server, user.id);
    await end(await idOf(second));
    const stranger = await makeUser(server);
    expect((await list()).itens).toHaveLength(1);
    expect((await list(stranger.token)).itens).toHaveLength(1);
    elapsed = 8 * DAY;
    expect((await list(await makeSession(server, user.id))).itens).toHaveLength(1);
  });

  it('show when each was used last, to the minute, and are not written more often', async () => {
    const id = await idOf(user.token);
    const lastUse = async () =>
      (await server.db.select().from(sessions).where(eq(sessions.id, id)))[0]?.ultimo_uso ?? '';
    const before = await lastUse();
    elapsed = MINUTE / 2;
    await me(user.token);
    expect(await lastUse()).toBe(before);
    elapsed = 2 * MINUTE;
    await me(user.token);
    const after = await lastUse();
    expect(new Date(after).getTime() - new Date(before).getTime()).toBeGreaterThan(MINUTE);
    elapsed += MINUTE / 2;
    await me(user.token);
    expect(await lastUse()).toBe(after);
  });

  it('are forgotten a month after they expired', async () => {
    const id = await idOf(user.token);
    elapsed = 36 * DAY;
    await forgetOldSessions(server.deps);
    expect(await server.db.select().from(sessions).where(eq(sessions.id, id))).toHaveLength(1);
    elapsed = 38 * DAY;
    await forgetOldSessions(server.deps);
    expect(await server.db.select().from(sessions).where(eq(sessions.id, id))).toHaveLength(0);
  });
});

describe('an ended session', () => {
  it('is refused with the very next request, on every server, and the others go on', async () => {
    const second = await makeSession(server, user.id);
    expect([(await me(second)).status, await meOnOther(second)]).toEqual([200, 200]);
    expect((await end(await idOf(second))).status).toBe(204);
    expect(await me(second)).toMatchObject(ENDED);
    expect(await meOnOther(second)).toBe(401);
    expect([(await me(user.token)).status, await meOnOther(user.token)]).toEqual([200, 200]);
  });

  it('can be ended again', async () => {
    const id = await idOf(await makeSession(server, user.id));
    expect([(await end(id)).status, (await end(id)).status]).toEqual([204, 204]);
  });

  it('is the own one after logging out', async () => {
    expect((await server.call('POST', '/api/auth/sair', { token: user.token })).status).toBe(204);
    expect(await me(user.token)).toMatchObject(ENDED);
  });

  it('is every other one after ending all', async () => {
    const tokens = [await makeSession(server, user.id), await makeSession(server, user.id)];
    const stranger = await makeUser(server);
    const answer = await server.call('POST', '/api/conta/sessoes/encerrar-todas', { token: user.token });
    expect(answer).toMatchObject({ status: 200, body: { encerradas: 2 } });
    for (const token of tokens) expect(await me(token)).toMatchObject(ENDED);
    expect((await me(user.token)).status).toBe(200);
    expect((await me(stranger.token)).status).toBe(200);
  });
});

describe('while many requests of a session are under way, of which some share a look at the database', () => {
  /** Asks all the time, on two servers; what requests were answered that came after `act` had ended. */
  async function askDuring(token: string, act: () => Promise<unknown>): Promise<number[]> {
    let isOver = false;
    const answers: number[] = [];
    const ask = async (get: () => Promise<number>) => {
      while (answers.length < 40) {
        const isLate = isOver;
        const status = await get();
        // As requests from outside do, which leave the event loop to what `act` waits for.
        await yieldToEventLoop();
        if (isLate) answers.push(status);
        else expect(status).toBeOneOf([200, 401]);
      }
    };
    const asking = Array.from({ length: 8 }, (_, index) =>
      ask(index % 2 === 0 ? async () => (await me(token)).status : () => meOnOther(token)),
    );
    await act();
    isOver = true;
    await Promise.all(asking);
    return answers;
  }

  it.each([
    ['the session ends', async (id: string, token: string) => end(id, token)],
    [
      'the user is deactivated',
      () => server.db.update(users).set({ ativo: false }).where(eq(users.id, user.id)),
    ],
  ])('none that comes once %s is answered', async (_, act) => {
    const token = await makeSession(server, user.id);
    const id = await idOf(token);
    expect(new Set(await askDuring(token, () => act(id, user.token)))).toEqual(new Set([401]));
  });

  it('none of a person of a team is answered that comes once their seller is deactivated', async () => {
    const member = await makeMember(server, user, 'leitura');
    const deactivate = () => server.db.update(users).set({ ativo: false }).where(eq(users.id, user.id));
    expect(new Set(await askDuring(member.token, deactivate))).toEqual(new Set([401]));
  });
});

describe('a session of somebody else', () => {
  it('cannot be ended', async () => {
    const stranger = await makeUser(server);
    const missing = { status: 404, body: { detail: 'Sessão não encontrada' } };
    expect(await end(await idOf(user.token), stranger.token)).toMatchObject(missing);
    expect(await end('x')).toMatchObject(missing);
    expect((await me(user.token)).status).toBe(200);
  });

  it('is not opened by a token that names it for another user', async () => {
    const stranger = await makeUser(server);
    const mixed = await server.deps.tokens.issue({
      usuarioId: stranger.id,
      sessaoId: await idOf(user.token),
    });
    expect(await me(mixed)).toMatchObject(ENDED);
  });
});

it('a token that names no session, as older ones, is refused: it could not be ended', async () => {
  const token = await new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(user.id)
    .setIssuedAt()
    .setExpirationTime('7d')
    .sign(deriveKeys(TEST_SECRET).session[0] as Uint8Array);
  expect(await me(token)).toMatchObject({ status: 401, body: { detail: 'Faça login para continuar' } });
});

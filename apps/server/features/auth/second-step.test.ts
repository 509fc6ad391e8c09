import { sessions } from '@esteira/db/schema/accounts/sessions';
import { users } from '@esteira/db/schema/accounts/users';
import { newId } from '@esteira/db/schema/columns';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccountLink } from '../../core/security/account-links';
import { makeTwoStepUser, PASSWORD, showCode, type TwoStepUser } from '../../testing/accounts/two-step';
import { createTestServer, type TestServer } from '../../testing/server';

const MINUTE = 60_000;
/** The middle of a half minute: no code expires between its making and its use. */
const START = Math.floor(Date.now() / 30_000) * 30_000 + 15_000;
const WRONG_CODE = {
  status: 422,
  body: { erros: [{ campo: 'codigo', mensagem: 'Código incorreto, vencido ou já usado' }] },
};
const DEAD = {
  status: 422,
  body: {
    detail: 'Passou tempo demais ou esta entrada já foi usada. Entre de novo.',
    erros: [{ campo: 'desafio' }],
  },
};

let server: TestServer;
let elapsed = 0;
let user: TwoStepUser;

beforeAll(async () => {
  server = await createTestServer({ deps: { clock: () => new Date(START + elapsed) } });
});
afterAll(() => server.close());
beforeEach(async () => {
  elapsed = 0;
  user = await makeTwoStepUser(server);
  // Signing in comes later: the code that turned it on is used.
  elapsed = MINUTE;
});

const login = (email = user.email, senha = PASSWORD) =>
  server.call('POST', '/api/auth/login', { body: { email, senha } });
const pass = (desafio: string, codigo: string) =>
  server.call('POST', '/api/auth/segundo-passo', { body: { desafio, codigo } });
const codeNow = (steps = 0) =>
  showCode(user.secret, new Date(server.deps.clock().getTime() + steps * 30_000));
const challenge = async (): Promise<string> => (await login()).body.desafio;
const openSessions = () => server.db.select().from(sessions).where(eq(sessions.usuario_id, user.id));

describe('signing in to an account with two steps', () => {
  it('answers a challenge to the password, which is no session', async () => {
    const before = (await openSessions()).length;
    const { status, body } = await login();
    expect(status).toBe(200);
    expect(body).toEqual({ desafio: expect.any(String), expira_em: expect.any(String) });
    expect(Date.parse(body.expira_em) - server.deps.clock().getTime()).toBeLessThanOrEqual(10 * MINUTE);
    expect((await server.call('GET', '/api/auth/me', { token: body.desafio })).status).toBe(401);
    expect(await openSessions()).toHaveLength(before);
    expect((await login(user.email, 'errada errada')).status).toBe(401);
  });

  it('opens a session for the challenge and a code of the app', async () => {
    const { status, body } = await pass(await challenge(), codeNow());
    expect(status).toBe(200);
    expect(body).toEqual({
      usuario: expect.objectContaining({ id: user.id }),
      access_token: expect.any(String),
    });
    expect((await server.call('GET', '/api/auth/me', { token: body.access_token })).status).toBe(200);
  });

  it.each([-1, 1])('takes the code of the half minute %i beside, and none further away', async (steps) => {
    const desafio = await challenge();
    expect(await pass(desafio, codeNow(2 * steps))).toMatchObject(WRONG_CODE);
    expect((await pass(desafio, codeNow(steps))).status).toBe(200);
  });

  it('takes a recovery code once, however it is typed', async () => {
    const [code = ''] = user.recoveryCodes;
    expect((await pass(await challenge(), ` ${code.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(200);
    expect(await pass(await challenge(), code)).toMatchObject(WRONG_CODE);
    expect((await pass(await challenge(), user.recoveryCodes[1] ?? '')).status).toBe(200);
  });

  it('takes no code a second time, nor one before it', async () => {
    const code = codeNow();
    const earlier = codeNow(-1);
    expect((await pass(await challenge(), code)).status).toBe(200);
    expect(await pass(await challenge(), code)).toMatchObject(WRONG_CODE);
    expect(await pass(await challenge(), earlier)).toMatchObject(WRONG_CODE);
    expect((await pass(await challenge(), codeNow(1))).status).toBe(200);
  });

  it('takes not the code that turned it on', async () => {
    elapsed = 0;
    const fresh = await makeTwoStepUser(server);
    const { body } = await login(fresh.email);
    expect(await pass(body.desafio, showCode(fresh.secret, server.deps.clock()))).toMatchObject(WRONG_CODE);
  });
});

describe('a challenge', () => {
  it('works once, and is not used up by a wrong code', async () => {
    const desafio = await challenge();
    for (const wrong of ['000000', 'aaaa-bbbb-cccc-dddd', '１２３４５６']) {
      expect(await pass(desafio, wrong)).toMatchObject(WRONG_CODE);
    }
    expect((await pass(desafio, codeNow())).status).toBe(200);
    expect(await pass(desafio, codeNow(1))).toMatchObject(DEAD);
  });

  it('is refused after ten minutes, altered, or made for something else', async () => {
    const desafio = await challenge();
    const token = await createAccountLink(server.deps, {
      id: newId(),
      usuarioId: user.id,
      tipo: 'redefinir_senha',
      expiraEm: new Date(Date.now() + 60 * MINUTE),
    });
    for (const wrong of [`${desafio}x`, desafio.slice(1), 'x', '\u0000', token]) {
      expect((await pass(wrong, codeNow())).status, wrong).toBe(422);
    }
    elapsed += 10 * MINUTE + 1;
    expect(await pass(desafio, codeNow())).toMatchObject(DEAD);
  });

  it('of somebody else takes no code of this account', async () => {
    elapsed = 0;
    const stranger = await makeTwoStepUser(server);
    elapsed = MINUTE;
    const { body } = await login(stranger.email);
    expect(await pass(body.desafio, codeNow())).toMatchObject(WRONG_CODE);
    expect(await pass(body.desafio, user.recoveryCodes[0] ?? '')).toMatchObject(WRONG_CODE);
  });

  it('is over with the password that it was given for, and where the second step is turned off', async () => {
    const { token } = user;
    const first = await challenge();
    const changed = { senha_atual: PASSWORD, senha: 'uma senha bem nova' };
    expect((await server.call('PUT', '/api/conta/senha', { token, body: changed })).status).toBe(204);
    expect(await pass(first, codeNow())).toMatchObject(DEAD);
    const { body } = await login(user.email, 'uma senha bem nova');
    const off = { senha_atual: 'uma senha bem nova', codigo: codeNow() };
    expect((await server.call('POST', '/api/conta/duas-etapas/desligar', { token, body: off })).status).toBe(
      204,
    );
    expect(await pass(body.desafio, codeNow(1))).toMatchObject(DEAD);
    expect((await login(user.email, 'uma senha bem nova')).body).toHaveProperty('access_token');
  });

  it('refuses a user who was deactivated meanwhile, and uses up nothing', async () => {
    const desafio = await challenge();
    await server.db.update(users).set({ ativo: false }).where(eq(users.id, user.id));
    expect(await pass(desafio, codeNow())).toMatchObject({
      status: 403,
      body: { detail: 'Usuário desativado. Fale com o suporte.' },
    });
    await server.db.update(users).set({ ativo: true }).where(eq(users.id, user.id));
    expect((await pass(desafio, codeNow())).status).toBe(200);
  });
});

describe('guessing codes', () => {
  it('ends after ten wrong ones for the account, from wherever, until three hours passed', async () => {
    for (let n = 0; n < 10; n += 1) expect((await pass(await challenge(), '000000')).status).toBe(422);
    const refused = await pass(await challenge(), codeNow());
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(2 * 60 * 60);
    elapsed += 181 * MINUTE;
    expect((await pass(await challenge(), codeNow())).status).toBe(200);
  });
});

it('a new password by e-mail leaves the second step on', async () => {
  const token = await createAccountLink(server.deps, {
    id: newId(),
    usuarioId: user.id,
    tipo: 'redefinir_senha',
    expiraEm: new Date(Date.now() + 60 * MINUTE),
  });
  const waiting = await challenge();
  const body = { token, senha: 'uma senha bem nova' };
  expect((await server.call('POST', '/api/auth/redefinir-senha', { body })).status).toBe(204);
  expect(await pass(waiting, codeNow())).toMatchObject(DEAD);
  expect((await login(user.email, 'uma senha bem nova')).body).toHaveProperty('desafio');
});

import { twoStep } from '@esteira/db/schema/accounts/two-step';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hashPassword } from '../../../core/security/passwords';
import { createTokenCipher } from '../../../core/security/token-cipher';
import { makeTwoStepUser, PASSWORD, showCode } from '../../../testing/accounts/two-step';
import { sendEmails } from '../../../testing/mail';
import { openMailHarness } from '../../../testing/mail-harness';
import { makeSession, makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer } from '../../../testing/server';

const MINUTE = 60_000;
/** The middle of a half minute: no code expires between its making and its use. */
const START = Math.floor(Date.now() / 30_000) * 30_000 + 15_000;
const WRONG_CODE = {
  status: 422,
  body: { erros: [{ campo: 'codigo', mensagem: 'Código incorreto, vencido ou já usado' }] },
};
const WRONG_PASSWORD = { status: 422, body: { erros: [{ campo: 'senha_atual' }] } };

let senha_hash = '';

const harness = openMailHarness({ now: () => START });
beforeAll(async () => {
  senha_hash = await hashPassword(PASSWORD);
});

const state = async ({ token }: TestUser) =>
  (await harness.server.call('GET', '/api/conta/duas-etapas', { token })).body;
const post = ({ token }: TestUser, path: string, body: object) =>
  harness.server.call('POST', `/api/conta/duas-etapas${path}`, { token, body });
const begin = (user: TestUser, senha_atual = PASSWORD) => post(user, '', { senha_atual });
const confirm = (user: TestUser, codigo: string) => post(user, '/confirmar', { codigo });
const codeOf = (secret: string, steps = 0) =>
  showCode(secret, new Date(harness.server.deps.clock().getTime() + steps * 30_000));
const rowOf = async ({ id }: TestUser) =>
  (await harness.server.db.select().from(twoStep).where(eq(twoStep.usuario_id, id)))[0];

describe('turning on', () => {
  it('takes the password, shows a secret, and counts once a code of it was given', async () => {
    const user = await makeUser(harness.server, { senha_hash });
    expect(await begin(user, 'errada errada')).toMatchObject(WRONG_PASSWORD);
    const begun = await begin(user);
    expect(begun.body).toEqual({
      segredo: expect.stringMatching(/^[A-Z2-7]{32}$/),
      endereco: expect.stringContaining(`otpauth://totp/Esteira:${encodeURIComponent(user.email)}?`),
    });
    expect(begun.body.endereco).toContain(`secret=${begun.body.segredo}`);
    expect(await state(user)).toEqual({ ligada: false, codigos_restantes: 0, obrigatoria: false });
    expect(await confirm(user, '000000')).toMatchObject(WRONG_CODE);
    expect(await confirm(user, codeOf(begun.body.segredo, 3))).toMatchObject(WRONG_CODE);
    const spaced = codeOf(begun.body.segredo).replace(/(...)/, '$1 ');
    const confirmed = await confirm(user, spaced);
    expect(confirmed.body.codigos).toHaveLength(10);
    expect(new Set(confirmed.body.codigos).size).toBe(10);
    expect(await state(user)).toEqual({ ligada: true, codigos_restantes: 10, obrigatoria: false });
  });

  it('stores neither the secret nor the recovery codes so that they can be read', async () => {
    const user = await makeTwoStepUser(harness.server);
    const row = JSON.stringify(await rowOf(user));
    for (const text of [user.secret, ...user.recoveryCodes]) expect(row).not.toContain(text);
  });

  it('ends the other sessions and tells the user by e-mail', async () => {
    const user = await makeUser(harness.server, { senha_hash });
    const other = await makeSession(harness.server, user.id);
    const { body } = await begin(user);
    await confirm(user, codeOf(body.segredo));
    expect((await harness.server.call('GET', '/api/auth/me', { token: other })).status).toBe(401);
    expect((await harness.server.call('GET', '/api/auth/me', { token: user.token })).status).toBe(200);
    await sendEmails(harness.server.deps);
    expect(harness.mail.server.received.filter(({ to }) => to.includes(user.email))).toMatchObject([
      { subject: 'Verificação em duas etapas ligada na Esteira' },
    ]);
  });

  it('begun again takes the secret before away, and once on is refused', async () => {
    const user = await makeUser(harness.server, { senha_hash });
    const first = (await begin(user)).body.segredo;
    const second = (await begin(user)).body.segredo;
    expect(await confirm(user, codeOf(first))).toMatchObject(WRONG_CODE);
    expect((await confirm(user, codeOf(second))).status).toBe(200);
    const refused = { status: 409, body: { detail: 'A verificação em duas etapas já está ligada' } };
    expect(await begin(user)).toMatchObject(refused);
    expect(await confirm(user, codeOf(second, 1))).toMatchObject(refused);
  });

  it('is refused where it was not begun', async () => {
    expect((await confirm(await makeUser(harness.server), '123456')).status).toBe(409);
  });
});

describe('turning off and new recovery codes', () => {
  it('ask for the password and a code, of the app or a recovery code', async () => {
    const user = await makeTwoStepUser(harness.server);
    const codigo = user.recoveryCodes[0] ?? '';
    for (const path of ['/codigos', '/desligar']) {
      expect(await post(user, path, { senha_atual: 'errada', codigo })).toMatchObject(WRONG_PASSWORD);
      expect(await post(user, path, { senha_atual: PASSWORD, codigo: '000000' })).toMatchObject(WRONG_CODE);
    }
    expect(await state(user)).toMatchObject({ ligada: true, codigos_restantes: 10 });
  });

  it('make ten other codes, and those before work no more', async () => {
    const user = await makeTwoStepUser(harness.server);
    const [old = '', other = ''] = user.recoveryCodes;
    const renewed = await post(user, '/codigos', { senha_atual: PASSWORD, codigo: old });
    expect(renewed.body.codigos).toHaveLength(10);
    const off = (codigo: string) => post(user, '/desligar', { senha_atual: PASSWORD, codigo });
    expect(await off(other)).toMatchObject(WRONG_CODE);
    expect((await off(renewed.body.codigos[9])).status).toBe(204);
  });

  it('turn off with a code of the app, leave nothing behind and tell the user', async () => {
    const user = await makeTwoStepUser(harness.server);
    const body = { senha_atual: PASSWORD, codigo: codeOf(user.secret, 1) };
    expect((await post(user, '/desligar', body)).status).toBe(204);
    expect(await rowOf(user)).toBeUndefined();
    expect(await state(user)).toMatchObject({ ligada: false });
    await sendEmails(harness.server.deps);
    expect(harness.mail.server.received.map(({ subject }) => subject)).toContain(
      'Verificação em duas etapas desligada na Esteira',
    );
  });

  it('take ten wrong codes in three hours, the right one included', async () => {
    const user = await makeTwoStepUser(harness.server);
    const off = (codigo: string) => post(user, '/desligar', { senha_atual: PASSWORD, codigo });
    for (let n = 0; n < 10; n += 1) expect((await off('000000')).status).toBe(422);
    const refused = await off(user.recoveryCodes[0] ?? '');
    expect(refused).toMatchObject({
      status: 429,
      body: { detail: 'Muitas tentativas. Tente novamente em 180 minutos.' },
    });
    harness.elapsed = 181 * MINUTE;
    expect((await off(user.recoveryCodes[0] ?? '')).status).toBe(204);
  });
});

it('a secret that the server cannot read any more leaves the recovery codes', async () => {
  const user = await makeTwoStepUser(harness.server);
  const { tokenCipher } = harness.server.deps;
  harness.server.deps.tokenCipher = createTokenCipher('another key for tests of more than thirty-two bytes');
  const off = (codigo: string) => post(user, '/desligar', { senha_atual: PASSWORD, codigo });
  expect(await off(codeOf(user.secret, 1))).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('Use um código de recuperação') },
  });
  expect((await off(user.recoveryCodes[0] ?? '')).status).toBe(204);
  harness.server.deps.tokenCipher = tokenCipher;
});

describe('where admins must have it', () => {
  const refused = {
    status: 403,
    body: { detail: 'Para administrar, ligue a verificação em duas etapas em Configurações → Conta' },
  };

  it('an admin without it gets no file of the admin', async () => {
    const strict = await createTestServer({ deps: { requireAdminTwoStep: true } });
    onTestFinished(() => strict.close());
    const { token } = await makeUser(strict, { is_admin: true });
    expect(await strict.call('GET', '/api/exportar/pagamentos.csv', { token })).toMatchObject(refused);
  });

  it('an admin without it signs in, and is refused everything of the admin until it is on', async () => {
    harness.server.deps.requireAdminTwoStep = true;
    const admin = await makeUser(harness.server, { is_admin: true, senha_hash });
    const seller = await makeUser(harness.server);
    const { token } = admin;
    for (const url of ['/api/admin/stats', '/api/admin/usuarios']) {
      expect(await harness.server.call('GET', url, { token })).toMatchObject(refused);
    }
    expect(
      await harness.server.call('PUT', `/api/admin/usuario/${seller.id}/desativar`, { token }),
    ).toMatchObject(refused);
    expect((await harness.server.call('GET', '/api/produtos', { token })).status).toBe(200);
    expect(await state(admin)).toEqual({ ligada: false, codigos_restantes: 0, obrigatoria: true });
    expect(await state(seller)).toMatchObject({ obrigatoria: false });
    const { body } = await begin(admin);
    expect((await harness.server.call('GET', '/api/admin/stats', { token })).status).toBe(403);
    await confirm(admin, codeOf(body.segredo));
    expect((await harness.server.call('GET', '/api/admin/stats', { token })).status).toBe(200);
    harness.server.deps.requireAdminTwoStep = false;
  });
});

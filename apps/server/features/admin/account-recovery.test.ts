import { accountLinks } from '@esteira/db/schema/accounts/account-links';
import { adminActs } from '@esteira/db/schema/accounts/admin-acts';
import { twoStep } from '@esteira/db/schema/accounts/two-step';
import { users } from '@esteira/db/schema/accounts/users';
import { emails } from '@esteira/db/schema/platform/emails';
import { MINUTE_MS } from '@esteira/domain/durations';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTwoStepUser, PASSWORD, showCode } from '../../testing/accounts/two-step';
import { emptyAudit } from '../../testing/empty-audit';
import { findToken, sendEmails } from '../../testing/mail';
import { openMailHarness } from '../../testing/mail-harness';
import { makeUser, type TestUser } from '../../testing/makers';

/** The middle of a half minute: no code expires between its making and its use. */
const START = Math.floor(Date.now() / 30_000) * 30_000 + 15_000;
const UNKNOWN = '00000000-0000-7000-8000-000000000000';
const DEAD = {
  status: 422,
  body: { detail: 'Este link não vale mais: já foi usado, venceu ou está incompleto.' },
};
const senha = 'uma senha bem nova';

let admin: TestUser;

const harness = openMailHarness({ now: () => START, deps: { publicUrl: () => 'https://e.test' } });
beforeAll(async () => {
  admin = await makeUser(harness.server, { is_admin: true, nome: 'Adélia' });
});
beforeEach(async () => {
  await emptyAudit(harness.server.db);
});

const turnOff = (id: string, body: object = { motivo: 'Perdeu o celular' }, token = admin.token) =>
  harness.server.call('PUT', `/api/admin/usuario/${id}/desligar-duas-etapas`, { token, body });
const makeLink = (id: string, token = admin.token) =>
  harness.server.call('POST', `/api/admin/usuario/${id}/link-senha`, { token });
const login = ({ email }: TestUser, password = PASSWORD) =>
  harness.server.call('POST', '/api/auth/login', { body: { email, senha: password } });
const reset = (token: string, chosen = senha) =>
  harness.server.call('POST', '/api/auth/redefinir-senha', { body: { token, senha: chosen } });
const tokenOf = ({ body }: { body: { url: string } }) => new URL(body.url).hash.slice(1);
const acts = () => harness.server.db.select().from(adminActs);
const rowsOf = ({ id }: TestUser) =>
  harness.server.db.select().from(twoStep).where(eq(twoStep.usuario_id, id));
const isListedWithTwoSteps = async ({ email }: TestUser) => {
  const { body } = await harness.server.call('GET', `/api/admin/usuarios?busca=${email}`, {
    token: admin.token,
  });
  return body.map((user: { duas_etapas: boolean }) => user.duas_etapas);
};

describe('the second step of somebody who lost phone and codes', () => {
  it('is turned off by an admin, who says why, and the user is told', async () => {
    const user = await makeTwoStepUser(harness.server);
    await harness.server.db.delete(emails);
    expect(await isListedWithTwoSteps(user)).toEqual([true]);
    expect(await turnOff(user.id)).toMatchObject({ status: 200, body: { id: user.id, email: user.email } });
    expect(await isListedWithTwoSteps(user)).toEqual([false]);
    expect(await rowsOf(user)).toEqual([]);
    expect((await login(user)).body).toHaveProperty('access_token');
    expect(await acts()).toMatchObject([
      {
        ato: 'duas_etapas_desligada',
        admin_id: admin.id,
        alvo_id: user.id,
        detalhe: 'Perdeu o celular',
        ip: '127.0.0.1',
      },
    ]);
    await sendEmails(harness.server.deps);
    expect(harness.mail.server.received).toContainEqual(
      expect.objectContaining({
        to: [user.email],
        subject: 'Verificação em duas etapas desligada na Esteira',
      }),
    );
  });

  it('does not let in with its code whoever was about to give one', async () => {
    const user = await makeTwoStepUser(harness.server);
    const { desafio } = (await login(user)).body;
    expect((await turnOff(user.id)).status).toBe(200);
    harness.elapsed = 30_000;
    const codigo = showCode(user.secret, harness.server.deps.clock());
    const answer = await harness.server.call('POST', '/api/auth/segundo-passo', {
      body: { desafio, codigo },
    });
    expect(answer.status).toBe(422);
  });

  it('is turned off and told of once, however often it is asked for, and not where there is none', async () => {
    const user = await makeTwoStepUser(harness.server);
    await harness.server.db.delete(emails);
    const answers = await Promise.all([1, 2, 3].map(() => turnOff(user.id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await turnOff((await makeUser(harness.server)).id)).status).toBe(200);
    expect(await acts()).toHaveLength(1);
    expect(await harness.server.db.select().from(emails)).toHaveLength(1);
  });

  it('stays on where that cannot be recorded', async () => {
    const user = await makeTwoStepUser(harness.server);
    await harness.server.db.execute(sql`ALTER TABLE auditoria ADD CONSTRAINT nada CHECK (false) NOT VALID`);
    expect((await turnOff(user.id)).status).toBe(500);
    await harness.server.db.execute(sql`ALTER TABLE auditoria DROP CONSTRAINT nada`);
    expect(await rowsOf(user)).toHaveLength(1);
  });

  it("stays on without a reason, for no admin, and where it is the admin's own", async () => {
    const user = await makeTwoStepUser(harness.server);
    const own = await makeTwoStepUser(harness.server, { is_admin: true });
    for (const body of [{}, { motivo: ' ' }, { motivo: 'x' }]) {
      expect(await turnOff(user.id, body)).toMatchObject({
        status: 422,
        body: { erros: [{ campo: 'motivo' }] },
      });
    }
    expect((await turnOff(user.id, undefined, user.token)).status).toBe(403);
    for (const id of [own.id, own.id.toUpperCase()]) {
      expect(await turnOff(id, undefined, own.token)).toMatchObject({
        status: 409,
        body: { detail: 'Desligue a sua verificação em duas etapas em Configurações → Conta' },
      });
    }
    for (const id of [UNKNOWN, 'x']) expect((await turnOff(id)).status).toBe(404);
    expect([...(await rowsOf(user)), ...(await rowsOf(own))]).toHaveLength(2);
    expect(await acts()).toEqual([]);
  });
});

describe('a link for a new password that an admin makes', () => {
  it('works once, ends every session, and is the one that the user gets by e-mail', async () => {
    const user = await makeUser(harness.server);
    const made = await makeLink(user.id);
    expect(made).toMatchObject({
      status: 200,
      body: { expira_em: new Date(START + 60 * MINUTE_MS).toISOString(), por_email: true },
    });
    expect(made.body.url).toMatch(/^https:\/\/e\.test\/redefinir-senha#[\w-]{20,}$/);
    expect(await sendEmails(harness.server.deps)).toEqual([]);
    expect(findToken(harness.mail.server, user.email)).toBe(tokenOf(made));
    expect((await reset(tokenOf(made))).status).toBe(204);
    expect((await harness.server.call('GET', '/api/auth/me', { token: user.token })).status).toBe(401);
    expect((await login(user, senha)).status).toBe(200);
    expect(await reset(tokenOf(made), 'ainda outra senha')).toMatchObject(DEAD);
  });

  it('is recorded, and stands in the answer alone', async () => {
    const user = await makeUser(harness.server);
    const made = await makeLink(user.id);
    expect(await acts()).toMatchObject([
      { ato: 'link_senha_criado', admin_id: admin.id, alvo_id: user.id, detalhe: null },
    ]);
    const rows = [await acts(), await harness.server.db.select().from(accountLinks)];
    expect(JSON.stringify([...rows, await harness.server.db.select().from(emails)])).not.toContain(
      tokenOf(made),
    );
  });

  it('is not there where it cannot be recorded', async () => {
    const user = await makeUser(harness.server);
    await harness.server.db.execute(sql`ALTER TABLE auditoria ADD CONSTRAINT nada CHECK (false) NOT VALID`);
    expect((await makeLink(user.id)).status).toBe(500);
    await harness.server.db.execute(sql`ALTER TABLE auditoria DROP CONSTRAINT nada`);
    const links = await harness.server.db
      .select()
      .from(accountLinks)
      .where(eq(accountLinks.usuario_id, user.id));
    expect([...links, ...(await harness.server.db.select().from(emails))]).toEqual([]);
  });

  it('ends with its hour', async () => {
    const made = await makeLink((await makeUser(harness.server)).id);
    harness.elapsed = 61 * MINUTE_MS;
    expect(await reset(tokenOf(made))).toMatchObject(DEAD);
  });

  it('does not lead past the second step', async () => {
    const user = await makeTwoStepUser(harness.server);
    expect((await reset(tokenOf(await makeLink(user.id)))).status).toBe(204);
    expect(Object.keys((await login(user, senha)).body).sort()).toEqual(['desafio', 'expira_em']);
  });

  it('is made without a mail server too', async () => {
    harness.server.deps.mail = null;
    const user = await makeUser(harness.server);
    const made = await makeLink(user.id);
    harness.server.deps.mail = harness.mail.transport;
    expect(made.body.por_email).toBe(false);
    expect(await harness.server.db.select().from(emails)).toEqual([]);
    expect((await reset(tokenOf(made))).status).toBe(204);
  });

  it('is for active users that are there, and never for the admin who makes it', async () => {
    const user = await makeUser(harness.server);
    expect((await makeLink(user.id, user.token)).status).toBe(403);
    await harness.server.db.update(users).set({ ativo: false }).where(eq(users.id, user.id));
    expect(await makeLink(user.id)).toMatchObject({
      status: 409,
      body: { detail: 'Só um usuário ativo pode criar uma senha nova' },
    });
    expect(await makeLink(admin.id)).toMatchObject({
      status: 409,
      body: { detail: 'Troque a sua senha em Configurações → Conta' },
    });
    for (const id of [UNKNOWN, 'x']) expect((await makeLink(id)).status).toBe(404);
    expect(await acts()).toEqual([]);
  });
});

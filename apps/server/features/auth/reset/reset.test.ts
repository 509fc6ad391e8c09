import { accountLinks } from '@esteira/db/schema/accounts/account-links';
import { users } from '@esteira/db/schema/accounts/users';
import { emails } from '@esteira/db/schema/platform/emails';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { findToken, sendEmails } from '../../../testing/mail';
import { openMailHarness } from '../../../testing/mail-harness';
import { makeSession, makeUser, type TestUser, unique } from '../../../testing/makers';
import { rowsReadBy } from '../../../testing/watching/statements';

const MINUTE = 60_000;
const senha = 'uma senha bem nova';
const DEAD = {
  status: 422,
  body: { detail: 'Este link não vale mais: já foi usado, venceu ou está incompleto.' },
};

let user: TestUser;
let from = 0;

const harness = openMailHarness({ deps: { publicUrl: () => 'https://e.test' } });
beforeEach(async () => {
  from += 1;
  user = await makeUser(harness.server, { nome: 'Ana <b>' });
});

const post = async (path: string, payload: object) => {
  const remoteAddress = `198.51.100.${from}`;
  const answer = await harness.server.app.inject({
    method: 'POST',
    url: `/api/auth/${path}`,
    remoteAddress,
    payload,
  });
  return { status: answer.statusCode, body: answer.payload === '' ? null : answer.json() };
};
const ask = (email: string) => post('esqueci-senha', { email });
const reset = (token: string, chosen = senha) => post('redefinir-senha', { token, senha: chosen });
const login = (password: string) => post('login', { email: user.email, senha: password });

async function getLink(email = user.email): Promise<string> {
  expect((await ask(email)).status).toBe(200);
  expect(await sendEmails(harness.server.deps)).toEqual([]);
  return findToken(harness.mail.server, email);
}

describe('a forgotten password', () => {
  it('is replaced by a link that is sent, and every session ends', async () => {
    const token = await getLink();
    const [email] = harness.mail.server.received;
    expect(email).toMatchObject({ to: [user.email], subject: 'Crie uma senha nova para a Esteira' });
    expect(email?.text).toContain(`https://e.test/redefinir-senha#${token}`);
    expect(email?.html).toContain(`href="https://e.test/redefinir-senha#${token}"`);
    expect(email?.html).toContain('Olá, Ana &lt;b&gt;.');
    expect((await reset(token)).status).toBe(204);
    expect((await harness.server.call('GET', '/api/auth/me', { token: user.token })).status).toBe(401);
    expect((await login(senha)).status).toBe(200);
    await sendEmails(harness.server.deps);
    const subjects = harness.mail.server.received.map(({ subject }) => subject);
    expect(subjects).toContain('Sua senha da Esteira foi trocada');
  });

  it('is asked for with the same answer and the same work, whether or not there is an account', async () => {
    const unknown = `${unique('ninguem')}@exemplo.com.br`;
    expect(await ask(unknown)).toEqual(await ask(user.email));
    const read = (email: string) =>
      rowsReadBy(harness.server.db, async () => {
        await ask(email);
      });
    expect(await read(unknown)).toBe(await read(user.email));
    await sendEmails(harness.server.deps);
    expect(harness.mail.server.received.map(({ to }) => to)).toEqual([[user.email], [user.email]]);
  });

  it('sends nothing to a deactivated user', async () => {
    await harness.server.db.update(users).set({ ativo: false }).where(eq(users.id, user.id));
    await ask(user.email);
    await sendEmails(harness.server.deps);
    expect(harness.mail.server.received).toEqual([]);
  });

  it('is asked for five times an hour at most, for whatever address', async () => {
    for (const email of [user.email, `${unique('ninguem')}@exemplo.com.br`]) {
      const answers = [];
      for (let n = 0; n < 6; n += 1) answers.push((await ask(email)).status);
      expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
    }
  });

  it('leaves neither the link nor the address in the database', async () => {
    await ask(user.email);
    const waiting = JSON.stringify(await harness.server.db.select().from(emails));
    expect(waiting).not.toContain(user.email);
    await sendEmails(harness.server.deps);
    const token = findToken(harness.mail.server, user.email);
    const rows = [
      await harness.server.db.select().from(accountLinks),
      await harness.server.db.select().from(emails),
    ];
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(
      (await harness.server.db.select().from(emails)).filter(({ conteudo }) => conteudo !== null),
    ).toEqual([]);
  });
});

describe('a link for a new password', () => {
  it('works once', async () => {
    const token = await getLink();
    await reset(token);
    expect(await reset(token, 'ainda outra senha')).toMatchObject(DEAD);
    expect((await login(senha)).status).toBe(200);
  });

  it('of two at once lets one through', async () => {
    const token = await getLink();
    const answers = await Promise.all([1, 2, 3, 4].map((n) => reset(token, `senha numero ${n}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 422, 422, 422]);
  });

  it('ends with its hour', async () => {
    const token = await getLink();
    harness.elapsed = 59 * MINUTE;
    const other = await getLink();
    harness.elapsed = 61 * MINUTE;
    expect(await reset(token)).toMatchObject(DEAD);
    expect((await reset(other)).status).toBe(204);
  });

  it('takes the earlier ones with it', async () => {
    const first = await getLink();
    const second = await getLink();
    expect(first).not.toBe(second);
    await reset(second);
    expect(await reset(first)).toMatchObject(DEAD);
  });

  it('changes nothing when it was altered, or belongs to something else', async () => {
    const token = await getLink();
    const session = await makeSession(harness.server, user.id);
    for (const wrong of [`${token}x`, token.slice(1), 'x', '\u0000', session]) {
      expect((await reset(wrong.slice(0, 200))).status, wrong).toBe(422);
    }
    const [row] = await harness.server.db.select().from(users).where(eq(users.id, user.id));
    expect(row?.senha_hash).toBe('none');
    expect((await reset(token)).status).toBe(204);
  });

  it('takes no bad password, and is not used up by one', async () => {
    const token = await getLink();
    expect(await reset(token, 'curta')).toMatchObject({
      status: 422,
      body: { erros: [{ campo: 'senha', mensagem: 'Crie uma senha com pelo menos 8 caracteres' }] },
    });
    expect((await reset(token)).status).toBe(204);
  });
});

it('the page can tell whether e-mails are sent at all', async () => {
  const state = async () => (await harness.server.call('GET', '/trpc/auth.mail')).body.result.data;
  expect(await state()).toEqual({ configurado: true, no_registro: false });
  harness.server.deps.mail = null;
  expect(await state()).toEqual({ configurado: false, no_registro: false });
  expect((await ask(user.email)).status).toBe(200);
  harness.server.deps.mail = harness.mail.transport;
  expect(await sendEmails(harness.server.deps)).toEqual([]);
  expect(harness.mail.server.received).toEqual([]);
});

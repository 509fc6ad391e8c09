import { users } from '@esteira/db/schema/accounts/users';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '../../core/security/passwords';
import { findToken, sendEmails } from '../../testing/mail';
import { openMailHarness } from '../../testing/mail-harness';
import { makeMember, makeSession, makeUser, unique } from '../../testing/makers';

const DAY = 24 * 60 * 60_000;
const senha = 'correta cavalo bateria';

let user: { id: string; email: string; token: string };

const harness = openMailHarness();
beforeEach(async () => {
  const email = newEmail();
  const { body } = await harness.server.call('POST', '/api/auth/registrar', {
    body: { nome: 'Ana', email, senha },
  });
  user = { id: body.usuario.id, email, token: body.access_token };
});

const newEmail = () => `${unique('conta')}@exemplo.com.br`;
const change = (path: string, body: object, method = 'PUT') =>
  harness.server.call(method, `/api/conta/${path}`, { token: user.token, body });
const me = async (token: string) => (await harness.server.call('GET', '/api/auth/me', { token })).status;
const login = async (email: string, password: string) =>
  (await harness.server.call('POST', '/api/auth/login', { body: { email, senha: password } })).status;
const emailOf = async (id: string) =>
  (await harness.server.db.select().from(users).where(eq(users.id, id)))[0]?.email;

it('the name can be changed, and not to nothing', async () => {
  expect(await change('nome', { nome: ' Ana Maria ' })).toMatchObject({
    status: 200,
    body: { id: user.id, nome: 'Ana Maria', email: user.email },
  });
  expect(await change('nome', { nome: ' ' })).toMatchObject({ status: 422 });
});

describe('a form that saves the name', () => {
  const edit = (antes: string, depois: string) =>
    harness.server.call('POST', '/trpc/account.edit', {
      token: user.token,
      body: { mudancas: { nome: { antes, depois } } },
    });
  const nameNow = async () =>
    (await harness.server.call('GET', '/api/auth/me', { token: user.token })).body.nome;

  it('saves it where it still is what the form was opened with, and may be sent twice', async () => {
    for (const { status, body } of [await edit('Ana', ' Bia '), await edit('Ana', 'Bia')]) {
      expect([status, body.result?.data.nome]).toEqual([200, 'Bia']);
    }
  });

  it('is refused with the current name where it was changed meanwhile', async () => {
    await change('nome', { nome: 'Ana Maria' });
    const { status, body } = await edit('Ana', 'Bia');
    expect([status, body.error.data]).toEqual([
      409,
      expect.objectContaining({
        detail: 'Este nome foi alterado por outra pessoa. Veja o valor atual antes de salvar.',
        conflitos: [{ campo: 'nome', atual: 'Ana Maria' }],
      }),
    ]);
    expect(await nameNow()).toBe('Ana Maria');
  });

  it('is refused by the rules of the name, and leaves the name alone without a change', async () => {
    expect((await edit('Ana', ' ')).status).toBe(422);
    await change('nome', { nome: 'Ana Maria' });
    const same = await harness.server.call('POST', '/trpc/account.edit', {
      token: user.token,
      body: { mudancas: {} },
    });
    expect([same.status, await nameNow()]).toEqual([200, 'Ana Maria']);
  });
});

describe('the name of the shop', () => {
  const edit = (antes: string | null, depois: string | null, token = user.token) =>
    harness.server.call('POST', '/trpc/account.edit', {
      ...{ token, body: { mudancas: { nome_loja: { antes, depois } } } },
    });
  const account = async (token = user.token) =>
    (await harness.server.call('GET', '/api/auth/me', { token })).body;

  it('is set and taken away again, and an account without one reads as it always did', async () => {
    const before = await account();
    expect(before).not.toHaveProperty('nome_loja');
    const named = { ...before, nome_loja: 'Loja do Rio' };
    expect((await edit(null, ' Loja  do Rio ')).body.result.data).toEqual(named);
    expect(await account()).toEqual(named);
    const { body } = await harness.server.call('POST', '/api/auth/login', {
      body: { email: user.email, senha },
    });
    expect(body.usuario).toEqual(named);
    expect((await change('nome', { nome: 'Bia' })).body).toEqual({ ...named, nome: 'Bia' });
    expect((await edit('Loja do Rio', ' ')).body.result.data).toEqual({ ...before, nome: 'Bia' });
  });

  it('has at most 60 characters, and is not replaced where it was changed meanwhile', async () => {
    expect((await edit(null, 'x'.repeat(61))).status).toBe(422);
    expect((await edit(null, 'x'.repeat(60))).status).toBe(200);
    const { status, body } = await edit(null, 'Loja do Rio');
    expect([status, body.error.data.conflitos]).toEqual([
      409,
      [{ campo: 'nome_loja', atual: 'x'.repeat(60) }],
    ]);
  });

  it('is told to people of the team, and not theirs to change', async () => {
    await edit(null, 'Loja do Rio');
    const person = await makeMember(harness.server, user, 'operador');
    expect(await account(person.token)).toMatchObject({ nome: 'Pessoa da Equipe', nome_loja: 'Loja do Rio' });
    const refused = await edit('Loja do Rio', 'Outra', person.token);
    expect([refused.status, refused.body.error.data.detail]).toEqual([
      403,
      'Só o titular da conta tem acesso a isto.',
    ]);
    expect(await account()).toMatchObject({ nome_loja: 'Loja do Rio' });
  });
});

describe('the password', () => {
  it('is changed by who knows the current one, and the other sessions end', async () => {
    const other = await makeSession(harness.server, user.id);
    const answer = await change('senha', { senha_atual: senha, senha: 'outra senha boa' });
    expect(answer.status).toBe(204);
    expect([await me(user.token), await me(other)]).toEqual([200, 401]);
    expect([await login(user.email, senha), await login(user.email, 'outra senha boa')]).toEqual([401, 200]);
    await sendEmails(harness.server.deps);
    const subjects = harness.mail.server.received.map(({ subject }) => subject).sort();
    expect(subjects).toEqual([
      'Entrada de um aparelho novo na sua conta',
      'Sua senha da Esteira foi trocada',
    ]);
  });

  it('stays when the current one is wrong, which is counted', async () => {
    const other = await makeSession(harness.server, user.id);
    const wrong = { senha_atual: 'errada errada', senha: 'outra senha boa' };
    const answers = [];
    for (let n = 0; n < 11; n += 1) answers.push(await change('senha', wrong));
    expect(answers[0]).toMatchObject({
      status: 422,
      body: { erros: [{ campo: 'senha_atual', mensagem: 'Senha atual incorreta' }] },
    });
    expect(answers.at(-1)?.status).toBe(429);
    expect([await me(other), await login(user.email, senha)]).toEqual([200, 200]);
  });

  it('is changed once by two at the same time', async () => {
    const answers = await Promise.all(
      ['primeira senha', 'segunda senha'].map((chosen) =>
        change('senha', { senha_atual: senha, senha: chosen }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 422]);
  });
});

describe('the e-mail', () => {
  const ask = (email: string, senha_atual = senha) => change('email', { email, senha_atual }, 'POST');
  const confirm = (token: string) =>
    harness.server.call('POST', '/api/conta/confirmar-email', { body: { token } });

  async function getLink(email: string): Promise<string> {
    expect((await ask(email)).status).toBe(204);
    await sendEmails(harness.server.deps);
    return findToken(harness.mail.server, email);
  }

  it('is another one once the link to it was used, and the old one is told', async () => {
    const novo = newEmail();
    const token = await getLink(novo);
    expect(await emailOf(user.id)).toBe(user.email);
    expect((await confirm(token)).status).toBe(204);
    expect(await emailOf(user.id)).toBe(novo);
    await sendEmails(harness.server.deps);
    const told = harness.mail.server.received.at(-1);
    expect(told).toMatchObject({ to: [user.email] });
    expect(told?.text).toContain(novo);
    expect([await login(novo, senha), await login(user.email, senha)]).toEqual([200, 401]);
  });

  it('stays as it is with a link that was used, is late or altered', async () => {
    const [first, second] = [newEmail(), newEmail()];
    const token = await getLink(first);
    const late = await getLink(second);
    harness.elapsed = DAY - 60_000;
    expect((await confirm(`${token}x`)).status).toBe(422);
    expect((await confirm(token)).status).toBe(204);
    expect((await confirm(token)).status).toBe(422);
    // The first one used takes the other with it.
    expect((await confirm(late)).status).toBe(422);
    const third = await getLink(newEmail());
    harness.elapsed += DAY + 60_000;
    expect((await confirm(third)).status).toBe(422);
    expect(await emailOf(user.id)).toBe(first);
  });

  it('cannot be that of another account, when it is asked for and when it is confirmed', async () => {
    const novo = newEmail();
    const token = await getLink(novo);
    await makeUser(harness.server, { email: novo });
    const taken = { status: 409, body: { detail: 'E-mail já cadastrado' } };
    expect(await ask(novo)).toMatchObject(taken);
    expect(await confirm(token)).toMatchObject(taken);
    expect(await emailOf(user.id)).toBe(user.email);
  });

  it('cannot be that of the admin at start, which the admin may have left', async () => {
    const novo = newEmail();
    const token = await getLink(novo);
    harness.server.deps.adminEmail = novo;
    const refused = [await ask(novo), await confirm(token)];
    harness.server.deps.adminEmail = null;
    expect(refused.map(({ status }) => status)).toEqual([409, 409]);
    expect(await emailOf(user.id)).toBe(user.email);
  });

  it('stays as it is where the password was replaced after it was asked for, also by a letter that left later', async () => {
    const [sent, queued] = [newEmail(), newEmail()];
    const token = await getLink(sent);
    expect((await ask(queued)).status).toBe(204);
    harness.elapsed = 1000;
    const replaced = await change('senha', { senha_atual: senha, senha: 'uma senha bem nova' });
    expect(replaced.status, replaced.text).toBe(204);
    await sendEmails(harness.server.deps);
    expect((await confirm(token)).status).toBe(422);
    expect((await confirm(findToken(harness.mail.server, queued))).status).toBe(422);
    expect(await emailOf(user.id)).toBe(user.email);
    expect((await ask(newEmail(), 'uma senha bem nova')).status).toBe(204);
  });

  it('is no way into an account that was deactivated', async () => {
    const token = await getLink(newEmail());
    await harness.server.db.update(users).set({ ativo: false }).where(eq(users.id, user.id));
    expect((await confirm(token)).status).toBe(422);
    expect(await emailOf(user.id)).toBe(user.email);
  });

  it('is asked for five times an hour by an account, and for an address, at most', async () => {
    const address = newEmail();
    const answers: number[] = [];
    for (let time = 0; time < 6; time += 1) answers.push((await ask(address)).status);
    expect(answers).toEqual([204, 204, 204, 204, 204, 429]);
    expect((await ask(newEmail())).status).toBe(429);
    const other = await makeUser(harness.server, { senha_hash: await hashPassword(senha) });
    const body = { email: address, senha_atual: senha };
    const asked = () => harness.server.call('POST', '/api/conta/email', { token: other.token, body });
    expect((await asked()).status).toBe(429);
    harness.elapsed = 61 * 60_000;
    expect((await asked()).status).toBe(204);
  });

  it('needs the password, and a way to send e-mails', async () => {
    expect(await ask(newEmail(), 'errada errada')).toMatchObject({ status: 422 });
    harness.server.deps.mail = null;
    expect(await ask(newEmail())).toMatchObject({ status: 409 });
    harness.server.deps.mail = harness.mail.transport;
  });
});

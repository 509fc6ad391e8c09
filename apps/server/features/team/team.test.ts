import { teamInvitations, teamMembers } from '@esteira/db/schema/accounts/team';
import { users } from '@esteira/db/schema/accounts/users';
import { emails } from '@esteira/db/schema/platform/emails';
import { MAX_TEAM } from '@esteira/domain/accounts/team';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { findToken, sendEmails } from '../../testing/mail';
import { openMailHarness } from '../../testing/mail-harness';
import { makeMember, makeProduct, makeSession, makeUser, type TestUser, unique } from '../../testing/makers';
import { forgetOldInvitations } from './invitations';

const DAY = 24 * 60 * 60_000;
const DEAD = { status: 422, detail: 'Este link não vale mais: já foi usado, venceu ou está incompleto.' };

let seller: TestUser;
let from = 0;

const harness = openMailHarness({ deps: { publicUrl: () => 'https://e.test' } });
beforeEach(async () => {
  from += 1;
  seller = await makeUser(harness.server, { nome: 'Loja da Ana' });
});

/** Calls a procedure; answers what it gave, or why it refused. */
async function call(path: string, token: string | null, body?: object) {
  const answer = await harness.server.app.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: `/trpc/${path}`,
    remoteAddress: `198.51.100.${from}`,
    ...(token === null ? {} : { headers: { authorization: `Bearer ${token}` } }),
    ...(body === undefined ? {} : { payload: body }),
  });
  const { result, error } = answer.json();
  return { status: answer.statusCode, data: result?.data, detail: error?.data.detail };
}

const newEmail = () => `${unique('pessoa')}@exemplo.com.br`;
const invite = (email: string, papel = 'operador', of = seller) =>
  call('team.invite', of.token, { email, papel });
const getTeam = async (of = seller) => (await call('team.get', of.token)).data;

/** Invites an address; answers what stands in the link that it got. */
async function getLink(email: string, papel?: string, of = seller): Promise<string> {
  expect(await invite(email, papel, of)).toMatchObject({ status: 200 });
  expect(await sendEmails(harness.server.deps)).toEqual([]);
  return findToken(harness.mail.server, email);
}

const accept = (token: string) => call('team.accept', null, { token, nome: 'Bia', senha: 'uma senha boa' });
const join = (of: TestUser, token: string) => call('team.join', of.token, { token });
const countUsers = async () => (await harness.server.db.select({ id: users.id }).from(users)).length;

describe('an invitation', () => {
  it('is sent by e-mail, makes an account, and signs it in to the shop of its seller', async () => {
    const email = newEmail();
    await makeProduct(harness.server, seller, { nome: 'Caneca da Ana' });
    const token = await getLink(email, 'leitura');
    const [message] = harness.mail.server.received;
    expect(message).toMatchObject({
      to: [email],
      subject: 'Loja da Ana convidou você para a equipe na Esteira',
    });
    expect(message?.text).toContain(`https://e.test/convite#${token}`);
    expect((await call('team.readInvitation', null, { token })).data).toEqual({
      ...{ email, papel: 'leitura', vendedor_nome: 'Loja da Ana', tem_conta: false },
    });
    const { status, data } = await accept(token);
    expect([status, data.usuario]).toEqual([
      200,
      expect.objectContaining({
        ...{ nome: 'Bia', email, plano: null },
        equipe: { papel: 'leitura', vendedor_nome: 'Loja da Ana' },
      }),
    ]);
    const products = await harness.server.call('GET', '/api/produtos', { token: data.access_token });
    expect(products.body).toEqual([expect.objectContaining({ nome: 'Caneca da Ana' })]);
    expect(await getTeam()).toMatchObject({
      pessoas: [{ id: data.usuario.id, nome: 'Bia', email, papel: 'leitura' }],
      convites: [],
    });
    const login = { email, senha: 'uma senha boa' };
    const again = await harness.server.call('POST', '/api/auth/login', { body: login });
    expect(again.body.usuario).toEqual(data.usuario);
  });

  it('lets an account in that owns nothing, and none that is a shop already', async () => {
    const [empty, shop] = [await makeUser(harness.server), await makeUser(harness.server)];
    await makeProduct(harness.server, shop);
    const [forEmpty, forShop] = [await getLink(empty.email), await getLink(shop.email)];
    expect(await call('team.readInvitation', null, { token: forEmpty })).toMatchObject({
      data: { tem_conta: true },
    });
    expect((await accept(forEmpty)).status).toBe(409);
    expect(await join(empty, forEmpty)).toMatchObject({
      status: 200,
      data: { id: empty.id, equipe: { papel: 'operador' } },
    });
    expect(await join(shop, forShop)).toMatchObject({
      status: 409,
      detail: expect.stringContaining('Sua conta já tem uma loja'),
    });
    expect((await getTeam()).pessoas).toHaveLength(1);
  });

  it('makes no account with the address of the admin at start', async () => {
    const email = newEmail();
    const token = await getLink(email);
    harness.server.deps.adminEmail = email;
    const refused = await accept(token);
    harness.server.deps.adminEmail = null;
    expect(refused).toMatchObject({ status: 409, detail: 'E-mail já cadastrado' });
  });

  it('that somebody let expire does not make a shop of who sent it', async () => {
    const person = await makeUser(harness.server, { email: newEmail() });
    await getLink(newEmail(), undefined, person);
    harness.elapsed = 7 * DAY + 1;
    const signedIn = async (of: TestUser) => ({ ...of, token: await makeSession(harness.server, of.id) });
    const token = await getLink(person.email, undefined, await signedIn(seller));
    expect((await join(await signedIn(person), token)).status).toBe(200);
  });

  it('leaves nothing in the database by which it could be accepted', async () => {
    const token = await getLink(newEmail());
    const rows = [
      await harness.server.db.select().from(teamInvitations),
      await harness.server.db.select().from(emails),
    ];
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it.each(['used', 'expired', 'altered', 'replaced', 'taken back', 'of a deactivated seller'])(
    'that is %s answers the one sentence, and changes nothing',
    async (why) => {
      const email = newEmail();
      let token = await getLink(email);
      if (why === 'used') expect((await accept(token)).status).toBe(200);
      if (why === 'expired') harness.elapsed = 7 * DAY + 1;
      if (why === 'altered') token = `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`;
      if (why === 'replaced') expect(await getLink(email)).not.toBe(token);
      if (why === 'taken back') {
        const { convites } = await getTeam();
        await call('team.revokeInvitation', seller.token, { id: convites[0].id });
      }
      if (why === 'of a deactivated seller') {
        await harness.server.db.update(users).set({ ativo: false }).where(eq(users.id, seller.id));
      }
      const before = [await countUsers(), await harness.server.db.select().from(teamMembers)];
      const other = await makeUser(harness.server, { email: newEmail() });
      expect(await accept(token)).toMatchObject(DEAD);
      expect(await call('team.readInvitation', null, { token })).toMatchObject(DEAD);
      expect(await join(other, token)).toMatchObject(DEAD);
      expect([(await countUsers()) - 1, await harness.server.db.select().from(teamMembers)]).toEqual(before);
    },
  );

  it('for another address answers the same, and still works for its own', async () => {
    const [person, other] = [await makeUser(harness.server), await makeUser(harness.server)];
    const token = await getLink(person.email);
    expect(await join(other, token)).toMatchObject(DEAD);
    expect((await join(person, token)).status).toBe(200);
  });

  it('is accepted once, however often at the same time', async () => {
    const token = await getLink(newEmail());
    const answers = await Promise.all([1, 2, 3, 4].map(() => accept(token)));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(200), count(409) + count(422)]).toEqual([1, 3]);
    expect((await getTeam()).pessoas).toHaveLength(1);
  });

  it('is refused to the own address, to people of the team, and without e-mails', async () => {
    expect(await invite(seller.email)).toMatchObject({ status: 422 });
    const member = await makeMember(harness.server, seller, 'leitura');
    expect(await invite(member.email)).toMatchObject({
      ...{ status: 409, detail: 'Esta pessoa já está na sua equipe' },
    });
    harness.server.deps.mail = null;
    expect(await invite(newEmail())).toMatchObject({
      ...{ status: 409, detail: 'O administrador precisa configurar o envio de e-mails.' },
    });
    harness.server.deps.mail = harness.mail.transport;
    expect((await getTeam()).convites).toEqual([]);
  });

  it('is one of twenty people and invitations at most, counted together, at the same time too', async () => {
    await makeMember(harness.server, seller, 'leitura');
    const answers = await Promise.all(Array.from({ length: MAX_TEAM + 2 }, () => invite(newEmail())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_TEAM - 1);
    expect(answers.find(({ status }) => status === 409)?.detail).toBe(
      'Sua equipe já tem 20 pessoas e convites',
    );
    harness.elapsed = 8 * DAY;
    const token = await makeSession(harness.server, seller.id);
    expect((await getTeam({ ...seller, token })).convites).toEqual([]);
    const kept = () =>
      harness.server.db.select().from(teamInvitations).where(eq(teamInvitations.usuario_id, seller.id));
    await forgetOldInvitations(harness.server.deps);
    expect(await kept()).toHaveLength(MAX_TEAM - 1);
    harness.elapsed = 15 * DAY;
    await forgetOldInvitations(harness.server.deps);
    expect(await kept()).toEqual([]);
  });
});

describe('somebody who is taken off a team', () => {
  it('is out at once, and their open stream ends; whoever stays goes on', async () => {
    const [gone, stays] = [
      await makeMember(harness.server, seller, 'operador'),
      await makeMember(harness.server, seller, 'leitura'),
    ];
    const stream = await harness.server.app.inject({
      url: '/trpc/live.changes?input=%7B%7D',
      headers: { authorization: `Bearer ${gone.token}` },
      payloadAsStream: true,
    });
    let text = '';
    let isRemoved = false;
    for await (const chunk of stream.stream()) {
      text += chunk;
      if (text.includes('httpStatus')) break;
      if (isRemoved || !text.includes('inicio')) continue;
      isRemoved = true;
      expect((await call('team.remove', seller.token, { id: gone.id })).status).toBe(200);
    }
    expect(text).toContain('"httpStatus":401');
    expect((await harness.server.call('GET', '/api/produtos', { token: gone.token })).status).toBe(401);
    expect((await harness.server.call('GET', '/api/produtos', { token: stays.token })).status).toBe(200);
    expect((await getTeam()).pessoas.map(({ id }: { id: string }) => id)).toEqual([stays.id]);
    expect((await call('team.remove', seller.token, { id: gone.id })).status).toBe(404);
  });

  it('may have left by themselves: out at once, out for the seller too, and no other person is', async () => {
    const [gone, stays] = [
      await makeMember(harness.server, seller, 'leitura'),
      await makeMember(harness.server, seller, 'operador'),
    ];
    expect((await call('team.leave', gone.token, {})).status).toBe(200);
    expect((await harness.server.call('GET', '/api/produtos', { token: gone.token })).status).toBe(401);
    expect((await getTeam()).pessoas.map(({ id }: { id: string }) => id)).toEqual([stays.id]);
    const back = { ...gone, token: await makeSession(harness.server, gone.id) };
    expect((await call('auth.me', back.token)).data).not.toHaveProperty('equipe');
    expect(await call('team.leave', back.token, {})).toMatchObject({
      ...{ status: 409, detail: 'Você não faz parte de uma equipe' },
    });
    expect((await harness.server.call('GET', '/api/produtos', { token: back.token })).status).toBe(200);
  });

  it('tells only the seller by e-mail that they left by themselves, once', async () => {
    const nome = 'Bia <b> da Silva';
    const gone = await makeMember(harness.server, seller, 'operador');
    await call('account.rename', gone.token, { nome });
    const leavings = await Promise.all([1, 2, 3].map(() => call('team.leave', gone.token, {})));
    expect(leavings.filter(({ status }) => status === 200)).toHaveLength(1);
    const removed = await makeMember(harness.server, seller, 'operador');
    await call('team.remove', seller.token, { id: removed.id });
    expect(await sendEmails(harness.server.deps)).toEqual([]);
    expect(harness.mail.server.received).toMatchObject([
      { to: [seller.email], subject: `${nome} saiu da sua equipe na Esteira` },
    ]);
    const [message] = harness.mail.server.received;
    expect(message?.text).toContain(`${nome} (${gone.email}) saiu da sua equipe e não tem mais acesso`);
    expect(message?.text).toContain('https://e.test/configuracoes/equipe');
    expect(message?.html).toContain('Bia &lt;b&gt; da Silva');
  });

  it('can be invited again', async () => {
    const person = await makeMember(harness.server, seller, 'operador');
    await call('team.remove', seller.token, { id: person.id });
    const email = person.email;
    const token = await getLink(email, 'leitura');
    const back = { ...person, token: await makeSession(harness.server, person.id) };
    expect(await join(back, token)).toMatchObject({ data: { equipe: { papel: 'leitura' } } });
  });
});

describe('a role', () => {
  it('counts as changed with the next request', async () => {
    const person = await makeMember(harness.server, seller, 'leitura');
    const create = () =>
      harness.server.call('POST', '/api/fornecedores', { token: person.token, body: { nome: unique('F') } });
    const refused = await create();
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      'Seu acesso é de leitura: você vê tudo, mas não altera nada.',
    ]);
    await call('team.changeRole', seller.token, { id: person.id, papel: 'operador' });
    expect((await create()).status).toBe(201);
  });

  it('is told with the person’s own name and the seller’s plan, after a new name too', async () => {
    const data_expiracao = new Date(Date.now() + DAY).toISOString();
    await harness.server.db
      .update(users)
      .set({ plano: 'top', data_expiracao })
      .where(eq(users.id, seller.id));
    const person = await makeMember(harness.server, seller, 'leitura');
    const equipe = { papel: 'leitura', vendedor_nome: 'Loja da Ana' };
    const renamed = await call('account.rename', person.token, { nome: 'Bia' });
    expect(renamed.data).toMatchObject({ id: person.id, nome: 'Bia', plano: 'top', equipe });
    expect((await call('auth.me', person.token)).data).toEqual(renamed.data);
    expect((await call('auth.me', seller.token)).data).not.toHaveProperty('equipe');
  });

  it('of another seller’s people is not found', async () => {
    const person = await makeMember(harness.server, await makeUser(harness.server), 'leitura');
    for (const path of ['team.remove', 'team.changeRole']) {
      const answer = await call(path, seller.token, { id: person.id, papel: 'operador' });
      expect(answer).toMatchObject({ status: 404, detail: 'Pessoa não encontrada' });
    }
  });
});

import { queryRows } from '@esteira/db/database';
import { adminActs } from '@esteira/db/schema/accounts/admin-acts';
import { teamMembers } from '@esteira/db/schema/accounts/team';
import { users } from '@esteira/db/schema/accounts/users';
import { payments } from '@esteira/db/schema/billing/payments';
import { renewals } from '@esteira/db/schema/billing/renewals';
import { DAY_MS, MINUTE_MS } from '@esteira/domain/durations';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { jobQueue } from '../../../jobs/enqueue';
import { makeAccessWorld } from '../../../testing/accounts/access-world';
import { connectAccount } from '../../../testing/accounts/accounts';
import { sendEmails } from '../../../testing/mail';
import { openMailHarness } from '../../../testing/mail-harness';
import { makeMember, makeUser, unique } from '../../../testing/makers';
import { findContradictions } from '../../orders/testing/invariants';
import { eraseDueAccounts } from './erase-accounts';
import { ERASED_TABLES, KEPT_TABLES } from './erased-tables';

const senha = 'correta cavalo bateria';

const harness = openMailHarness();

interface Person {
  id: string;
  email: string;
  token: string;
}

async function register(): Promise<Person> {
  const email = `${unique('saida')}@exemplo.com.br`;
  const body = { nome: 'Zuleica', email, senha };
  const { body: answer } = await harness.server.call('POST', '/api/auth/registrar', { body });
  return { id: answer.usuario.id, email, token: answer.access_token };
}

const ask = ({ token }: Person, senha_atual = senha) =>
  harness.server.call('POST', '/api/conta/exclusao', { token, body: { senha_atual } });
const cancel = ({ token }: Person) => harness.server.call('DELETE', '/api/conta/exclusao', { token });
const see = async ({ token }: Person) =>
  (await harness.server.call('GET', '/api/conta/exclusao', { token })).body;
const login = async (email: string) =>
  (await harness.server.call('POST', '/api/auth/login', { body: { email, senha } })).status;
const stored = async (id: string) =>
  (await harness.server.db.select().from(users).where(eq(users.id, id)))[0];

/** The seven days pass, and then whatever was under way. */
async function passWeek(): Promise<void> {
  harness.elapsed += 7 * DAY_MS + MINUTE_MS;
  await eraseDueAccounts(harness.server.deps);
  harness.elapsed += 15 * MINUTE_MS;
  await eraseDueAccounts(harness.server.deps);
}

async function listSellerTables(): Promise<string[]> {
  const rows = await queryRows<{ nome: string }>(
    harness.server.db,
    sql`SELECT table_name::text AS nome FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name = 'usuario_id'
        UNION SELECT conrelid::regclass::text FROM pg_constraint
        WHERE contype = 'f' AND confrelid = 'usuarios'::regclass
        UNION SELECT 'usuarios' ORDER BY 1`,
  );
  return rows.map(({ nome }) => nome);
}

/** Where one of the words still stands, in any row of any table. */
async function findTraces(words: readonly string[]): Promise<string[]> {
  const tables = await queryRows<{ nome: string }>(
    harness.server.db,
    sql`SELECT table_name::text AS nome FROM information_schema.tables
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { nome } of tables) {
    for (const word of words) {
      const [row] = await queryRows(
        harness.server.db,
        sql`SELECT 1 AS um FROM ${sql.identifier(nome)} t WHERE position(${word}::text IN t::text) > 0 LIMIT 1`,
      );
      if (row) found.push(`${nome}: ${word}`);
    }
  }
  return found;
}

describe('asking for deletion', () => {
  it('needs the password, and changes nothing for seven days', async () => {
    const person = await register();
    expect(await ask(person, 'errada errada')).toMatchObject({
      status: 422,
      body: { erros: [{ campo: 'senha_atual', mensagem: 'Senha atual incorreta' }] },
    });
    expect(await see(person)).toEqual({ exclusao_em: null });
    const { status, body } = await ask(person);
    expect(status).toBe(200);
    const left = Date.parse(body.exclusao_em) - harness.server.deps.clock().getTime();
    expect(Math.abs(left - 7 * DAY_MS)).toBeLessThan(MINUTE_MS);
    harness.elapsed = 7 * DAY_MS - 5 * MINUTE_MS;
    await eraseDueAccounts(harness.server.deps);
    expect(await stored(person.id)).toMatchObject({ nome: 'Zuleica', email: person.email, ativo: true });
    expect(await login(person.email)).toBe(200);
  });

  it('tells by e-mail until when, once, and keeps its moment when it is asked for again', async () => {
    const person = await register();
    const { body } = await ask(person);
    harness.elapsed = DAY_MS;
    expect((await ask(person)).body).toEqual(body);
    await sendEmails(harness.server.deps);
    const emails = harness.mail.server.received.filter(({ to }) => to.includes(person.email));
    expect(emails).toMatchObject([{ subject: 'Sua conta na Esteira será excluída' }]);
    expect(emails[0]?.text).toContain('Cancelar exclusão');
  });

  it('can be taken back until it is done, also after the seventh day', async () => {
    const person = await register();
    await ask(person);
    expect((await cancel(person)).status).toBe(204);
    expect(await see(person)).toEqual({ exclusao_em: null });
    expect((await cancel(person)).status).toBe(204);
    await ask(person);
    harness.elapsed = 6.9 * DAY_MS;
    const late = await signIn(person);
    harness.elapsed = 7.1 * DAY_MS;
    expect((await cancel(late)).status).toBe(204);
    await passWeek();
    expect(await stored(person.id)).toMatchObject({ nome: 'Zuleica', ativo: true });
  });

  it('is refused to the last admin, and to the last who has not asked', async () => {
    await harness.server.db.update(users).set({ is_admin: false });
    const [one, other] = [await register(), await register()];
    for (const { id } of [one, other]) {
      await harness.server.db.update(users).set({ is_admin: true }).where(eq(users.id, id));
    }
    const answers = [await ask(one), await ask(other)];
    expect(answers.map(({ status }) => status)).toEqual([200, 409]);
    expect(answers[1]?.body.detail).toBe('O último administrador ativo não pode excluir a própria conta');
    const body = { motivo: null };
    const deactivate = (id: string) =>
      harness.server.call('PUT', `/api/admin/usuario/${id}/desativar`, { token: one.token, body });
    expect(await deactivate(other.id)).toMatchObject({
      status: 409,
      body: { detail: 'O último administrador ativo não pode ser desativado' },
    });
    await cancel(one);
    expect((await deactivate(other.id)).status).toBe(200);
  });
});

async function signIn(person: Person): Promise<Person> {
  const { body } = await harness.server.call('POST', '/api/auth/login', {
    body: { email: person.email, senha },
  });
  return { ...person, token: body.access_token };
}

describe('an account that is deleted', () => {
  it('names every table of a seller among what goes and what stays', async () => {
    expect([...ERASED_TABLES, ...Object.keys(KEPT_TABLES)].sort()).toEqual(await listSellerTables());
  });

  it('leaves nothing of the person and of what was theirs, but payments without a card', async () => {
    const { owner, secret } = await makeAccessWorld(harness.server);
    await connectAccount(harness.server, owner, { marketplace: 'amazon' });
    const account = { conta_id: 1, usuario_id: owner.id, marketplace: 'amazon' } as const;
    await jobQueue.send(harness.server.db, 'orders-poll', account);
    const stays = await makeAccessWorld(harness.server);
    const others = await findContradictions({ server: harness.server, user: stays.owner });
    await harness.server.db
      .update(payments)
      .set({ status: 'recusado' })
      .where(eq(payments.status, 'pendente'));
    await harness.server.db
      .update(users)
      .set({ exclusao_em: new Date().toISOString() })
      .where(eq(users.id, owner.id));
    expect(await findTraces([secret, owner.email])).not.toEqual([]);
    const act = { ato: 'usuario_ativado', alvo_id: owner.id, ip: '::1' } as const;
    await harness.server.db.insert(adminActs).values(act);
    await passWeek();
    expect(await harness.server.db.$count(adminActs, eq(adminActs.alvo_id, owner.id))).toBe(1);
    expect(await findTraces([secret, owner.email])).toEqual([]);
    for (const table of ERASED_TABLES) {
      const [row] = await queryRows<{ total: number }>(
        harness.server.db,
        sql`SELECT count(*)::int AS total FROM ${sql.identifier(table)} WHERE usuario_id = ${owner.id}::uuid`,
      );
      expect(row?.total, table).toBe(0);
    }
    const kept = await harness.server.db.select().from(payments).where(eq(payments.usuario_id, owner.id));
    expect(kept.filter(({ status }) => status === 'aprovado')).toMatchObject([
      { valor: 119, plano: 'basico', bandeira: null, ultimos_digitos: null, id_externo: expect.any(String) },
    ]);
    expect(await stored(owner.id)).toMatchObject({ ativo: false, exclusao_em: null, senha_hash: '' });
    expect((await harness.server.call('GET', '/api/auth/me', { token: owner.token })).status).toBe(401);
    expect(await findTraces([stays.secret])).not.toEqual([]);
    expect(await findContradictions({ server: harness.server, user: stays.owner })).toEqual(others);
  });

  it('lets its people go, and goes out of the team that it was in', async () => {
    const [boss, person] = [await makeUser(harness.server), await register()];
    const member = await makeMember(harness.server, boss, 'operador');
    await harness.server.db.insert(teamMembers).values({
      usuario_id: boss.id,
      pessoa_id: person.id,
      papel: 'leitura',
      entrou_em: new Date().toISOString(),
    });
    expect((await ask(person)).status).toBe(200);
    await passWeek();
    const open = and(eq(teamMembers.usuario_id, boss.id), isNull(teamMembers.saiu_em));
    const people = async () =>
      (await harness.server.db.select().from(teamMembers).where(open)).map((row) => row.pessoa_id);
    expect(await people()).toEqual([member.id]);
    harness.elapsed = 0;
    await harness.server.db
      .update(users)
      .set({ exclusao_em: new Date().toISOString() })
      .where(eq(users.id, boss.id));
    await passWeek();
    expect(await people()).toEqual([]);
    harness.elapsed = 0;
    const own = await harness.server.call('GET', '/api/produtos', { token: member.token });
    expect([own.status, own.body]).toEqual([200, []]);
  });

  it('frees its address, and tells it so', async () => {
    const person = await register();
    await ask(person);
    await sendEmails(harness.server.deps);
    await passWeek();
    await sendEmails(harness.server.deps);
    const emails = harness.mail.server.received.filter(({ to }) => to.includes(person.email));
    expect(emails.at(-1)).toMatchObject({ subject: 'Sua conta na Esteira foi excluída' });
    expect(await login(person.email)).toBe(401);
    const again = await harness.server.call('POST', '/api/auth/registrar', {
      body: { nome: 'Zuleica', email: person.email, senha },
    });
    expect(again.status).toBe(201);
    expect(again.body.usuario.id).not.toBe(person.id);
  });

  it('stays deleted, whatever an admin does', async () => {
    const person = await register();
    await ask(person);
    await passWeek();
    const admin = await makeUser(harness.server, { is_admin: true });
    const answer = await harness.server.call('PUT', `/api/admin/usuario/${person.id}/ativar`, {
      token: admin.token,
    });
    expect(answer).toMatchObject({ status: 404, body: { detail: 'Usuário não encontrado' } });
    expect(await stored(person.id)).toMatchObject({ ativo: false, nome: 'Conta excluída' });
  });

  it('waits until its renewal has ended at the gateway, also one that was turned on meanwhile', async () => {
    const person = await register();
    const renewal = {
      usuario_id: person.id,
      plano: 'basico',
      valor: 119,
      bandeira: 'Visa',
      ultimos_digitos: '1111',
      proxima_cobranca: new Date(Date.now() + 20 * DAY_MS).toISOString(),
    } as const;
    await harness.server.db
      .insert(renewals)
      .values({ ...renewal, situacao: 'ligada', id_externo: unique('sim') });
    const state = async () =>
      (await harness.server.db.select().from(renewals).where(eq(renewals.usuario_id, person.id))).map(
        ({ situacao }) => situacao,
      );
    await ask(person);
    expect(await state()).toEqual(['encerrando']);
    await passWeek();
    expect(await stored(person.id)).toMatchObject({ ativo: true });
    await harness.server.db
      .update(renewals)
      .set({ situacao: 'encerrada' })
      .where(eq(renewals.usuario_id, person.id));
    await harness.server.db
      .insert(renewals)
      .values({ ...renewal, situacao: 'ligada', id_externo: unique('sim') });
    await passWeek();
    expect((await state()).sort()).toEqual(['encerrada', 'encerrando']);
    expect(await stored(person.id)).toMatchObject({ ativo: true });
    // One that has ended may still be read for its last charge.
    for (const avisado_em of [new Date().toISOString(), null]) {
      await harness.server.db
        .update(renewals)
        .set({ situacao: 'encerrada', avisado_em })
        .where(eq(renewals.usuario_id, person.id));
      await passWeek();
      expect(await stored(person.id)).toMatchObject({ ativo: avisado_em !== null });
    }
    expect(await stored(person.id)).toMatchObject({ ativo: false, exclusao_em: null });
  });
});

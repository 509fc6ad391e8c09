import { adminActs } from '@esteira/db/schema/accounts/admin-acts';
import { payments } from '@esteira/db/schema/billing/payments';
import { and, asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyAudit } from '../../../testing/empty-audit';
import { makeSession, makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';

const PAID_UNTIL = '2027-02-28T15:00:00.000Z';
const THREE_MONTHS_LATER = '2027-05-28T15:00:00.000Z';
const MOVED = {
  status: 409,
  body: { detail: 'O fim deste plano mudou nesse meio-tempo. Feche, confira a data e tente de novo.' },
};

let server: TestServer;
let now: Date;
let admin: TestUser;
let user: TestUser;

beforeAll(async () => {
  server = await createTestServer({ deps: { clock: () => now } });
});
afterAll(() => server.close());
beforeEach(async () => {
  now = new Date('2027-01-31T15:00:00.000Z');
  await emptyAudit(server.db);
  admin = await makeUser(server, { is_admin: true });
  user = await makeUser(server);
  expect((await pay()).status).toBe(201);
});

const pay = () =>
  server.call('POST', '/api/checkout', {
    token: user.token,
    body: {
      plano: 'basico',
      nome_cartao: 'Ana Souza',
      numero_cartao: '4111 1111 1111 1111',
      validade: '12/39',
      cvv: '9374',
      parcelas: 1,
    },
  });

function extend(fields: object = {}, { id = user.id, token = admin.token } = {}) {
  const body = { data_expiracao: PAID_UNTIL, prazo: 3, motivo: 'Cortesia', ...fields };
  return server.call('PUT', `/api/admin/usuario/${id}/estender-plano`, { token, body });
}

const expiry = async () =>
  (await server.call('GET', '/api/auth/me', { token: user.token })).body.data_expiracao;
const acts = () => server.db.select().from(adminActs);

async function refundAll() {
  const isPaid = and(eq(payments.usuario_id, user.id), eq(payments.status, 'aprovado'));
  const paid = server.db.select({ id: payments.id }).from(payments).where(isPaid);
  for (const { id } of await paid.orderBy(asc(payments.id))) {
    const body = { id, motivo: 'Cobrado em dobro' };
    expect((await server.call('POST', '/trpc/admin.refund', { token: admin.token, body })).status).toBe(200);
  }
}

describe('a plan that an admin extends', () => {
  it('ends so many months later, and the audit tells from when to when and why', async () => {
    expect(await extend()).toMatchObject({
      status: 200,
      body: { id: user.id, plano: 'basico', data_expiracao: THREE_MONTHS_LATER },
    });
    expect(await expiry()).toBe(THREE_MONTHS_LATER);
    expect(await acts()).toMatchObject([
      {
        ato: 'plano_estendido',
        admin_id: admin.id,
        alvo_id: user.id,
        detalhe: 'Até 28/05/2027, antes 28/02/2027. Cortesia',
      },
    ]);
  });

  it('ends with the chosen day in São Paulo', async () => {
    expect((await extend({ prazo: '2027-03-10' })).status).toBe(200);
    expect(await expiry()).toBe('2027-03-11T02:59:59.999Z');
  });

  it('may end with the day five years from today', async () => {
    expect((await extend({ prazo: '2032-01-31' })).status).toBe(200);
    expect(await expiry()).toBe('2032-02-01T02:59:59.999Z');
  });

  it('starts today where it was over', async () => {
    now = new Date('2027-02-28T16:00:00.000Z');
    for (const each of [admin, user]) each.token = await makeSession(server, each.id);
    expect((await extend({ prazo: 1 })).status).toBe(200);
    expect(await expiry()).toBe('2027-03-28T16:00:00.000Z');
  });

  it('is extended once, however often the same is asked for', async () => {
    const answers = await Promise.all([extend(), extend(), extend()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await extend()).toMatchObject(MOVED);
    expect(await expiry()).toBe(THREE_MONTHS_LATER);
    expect(await acts()).toHaveLength(1);
  });

  it('stays as it is where that cannot be recorded', async () => {
    await server.db.execute(sql`ALTER TABLE auditoria ADD CONSTRAINT nada CHECK (false) NOT VALID`);
    expect((await extend()).status).toBe(500);
    await server.db.execute(sql`ALTER TABLE auditoria DROP CONSTRAINT nada`);
    expect(await expiry()).toBe(PAID_UNTIL);
  });

  it.each([
    [{ prazo: '2027-02-27' }, 'prazo', 'Escolha uma data depois de 28/02/2027'],
    [{ prazo: '2032-02-01' }, 'prazo', 'O plano pode valer por até 5 anos a partir de hoje'],
    [{ prazo: 37 }, 'prazo', 'Deve ser um número inteiro de 1 a 36'],
    [{ prazo: 0 }, 'prazo', 'Deve ser um número inteiro de 1 a 36'],
    [{ prazo: 'amanhã' }, 'prazo', 'Data inválida'],
    [{ prazo: null }, 'prazo', 'Campo obrigatório'],
    [{ motivo: 'x' }, 'motivo', 'Explique o motivo'],
    [{ data_expiracao: null }, 'data_expiracao', 'Campo obrigatório'],
  ])('refuses %j', async (fields, campo, mensagem) => {
    expect(await extend(fields)).toMatchObject({ status: 422, body: { erros: [{ campo, mensagem }] } });
    expect(await expiry()).toBe(PAID_UNTIL);
  });

  it('is of a user who is there and has one, and is extended by admins alone', async () => {
    const other = await makeUser(server);
    expect(await extend({}, { id: other.id })).toMatchObject({
      status: 409,
      body: { detail: 'Este usuário não tem um plano para estender' },
    });
    for (const id of ['00000000-0000-7000-8000-000000000000', 'x']) {
      expect((await extend({}, { id })).status).toBe(404);
    }
    expect((await extend({}, { token: user.token })).status).toBe(403);
    expect(await acts()).toEqual([]);
  });
});

describe('time that was granted, beside time that was paid for', () => {
  it('is added to by the next payment', async () => {
    await extend();
    await pay();
    expect(await expiry()).toBe('2027-06-28T15:00:00.000Z');
  });

  it('is left whole by a refund, which takes back what its payment bought', async () => {
    await extend();
    await refundAll();
    // The 89 days from 28 February to 28 May, counted from today.
    expect(await expiry()).toBe('2027-04-30T15:00:00.000Z');
  });

  it('is left whole by a refund of a payment of which nothing was left', async () => {
    now = new Date('2027-03-15T15:00:00.000Z');
    for (const each of [admin, user]) each.token = await makeSession(server, each.id);
    expect((await extend({ prazo: 1 })).status).toBe(200);
    now = new Date('2027-03-20T15:00:00.000Z');
    await refundAll();
    expect(await expiry()).toBe('2027-04-15T15:00:00.000Z');
  });

  it('is left whole by a second refund, where the first one took what was left of the paid time', async () => {
    await pay();
    const paidUntil = '2027-03-28T15:00:00.000Z';
    expect((await extend({ data_expiracao: paidUntil })).status).toBe(200);
    now = new Date('2027-03-14T15:00:00.000Z');
    for (const each of [admin, user]) each.token = await makeSession(server, each.id);
    await refundAll();
    // The 92 days from 28 March to 28 June, counted from today.
    expect(await expiry()).toBe('2027-06-14T15:00:00.000Z');
  });

  it('is not granted over an end that a payment has moved', async () => {
    await pay();
    expect(await extend()).toMatchObject(MOVED);
    expect(await expiry()).toBe('2027-03-28T15:00:00.000Z');
  });

  it('and a payment in the same moment count both, or the admin is told to look again', async () => {
    const [paid, extended] = await Promise.all([pay(), extend()]);
    expect(paid.status).toBe(201);
    expect([200, 409]).toContain(extended.status);
    const end = extended.status === 200 ? '2027-06-28T15:00:00.000Z' : '2027-03-28T15:00:00.000Z';
    expect(await expiry()).toBe(end);
  });
});

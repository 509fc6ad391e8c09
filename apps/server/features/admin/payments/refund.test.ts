import { adminActs } from '@esteira/db/schema/accounts/admin-acts';
import { users } from '@esteira/db/schema/accounts/users';
import { payments } from '@esteira/db/schema/billing/payments';
import { HOUR_MS } from '@esteira/domain/durations';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeSession, makeUser, type TestUser, unique } from '../../../testing/makers';
import { openPaymentServer } from '../../checkout/testing/real-payments';
import { findPaymentAlerts } from './payment-alerts';
import { finishRefunds } from './refund';

const PAID_UNTIL = '2027-02-28T15:00:00.000Z';

let opened: Awaited<ReturnType<typeof openPaymentServer>>;
let fake: typeof opened.fake;
let server: typeof opened.server;
let now: Date;
let admin: TestUser;
let user: TestUser;
let paymentId: string;

beforeAll(async () => {
  opened = await openPaymentServer(() => now);
  ({ fake, server } = opened);
});
afterAll(async () => {
  expect(fake.violations).toEqual([]);
  await opened.close();
});
beforeEach(async () => {
  now = new Date('2027-01-31T15:00:00.000Z');
  fake.recover();
  admin = await makeUser(server);
  await server.db.update(users).set({ is_admin: true }).where(eq(users.id, admin.id));
  user = await makeUser(server, { nome: 'Íris do Estorno' });
  await pay('APRO');
  paymentId = (await stored()).id;
});

const pay = (holder: string) =>
  server.call('POST', '/trpc/checkout.payWithToken', {
    token: user.token,
    body: {
      plano: 'basico',
      token: `tok_${holder}_${unique('t')}`,
      bandeira: 'master',
      tipo: 'credit_card',
      ultimos_digitos: '0366',
      cpf: '123.456.789-09',
      parcelas: 1,
    },
  });

async function stored() {
  const [payment] = await server.db.select().from(payments).where(eq(payments.usuario_id, user.id));
  if (payment === undefined) throw new Error('nothing was paid');
  return payment;
}

async function refund(fields: object = {}, token = admin.token) {
  const body = { id: paymentId, motivo: 'Cobrado em dobro', ...fields };
  const answer = await server.call('POST', '/trpc/admin.refund', { token, body });
  return { status: answer.status, payment: answer.body.result?.data, message: answer.body.error?.message };
}

const expiry = async () =>
  (await server.call('GET', '/api/auth/me', { token: user.token })).body.data_expiracao;
const refunds = () => fake.calls('POST', /refund$/).filter(({ status }) => status === 201).length;

describe('a refund by an admin', () => {
  it('gives the money back, ends the months that it bought and keeps the reason and who asked', async () => {
    expect(await expiry()).toBe(PAID_UNTIL);
    expect(await refund()).toMatchObject({
      status: 200,
      payment: {
        status: 'estornado',
        motivo_estorno: 'Cobrado em dobro',
        devolvido_em: now.toISOString(),
        pode_estornar: false,
      },
    });
    expect(await expiry()).toBe(now.toISOString());
    expect(await stored()).toMatchObject({
      estorno_pedido_por: admin.id,
      estorno_pedido_em: now.toISOString(),
    });
  });

  it('is made once, however often and by however many it is asked for', async () => {
    const before = refunds();
    const statuses = await Promise.all([refund(), refund(), refund()]);
    expect(statuses.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect((await refund({ motivo: 'Outro motivo' })).payment).toMatchObject({
      motivo_estorno: 'Cobrado em dobro',
    });
    expect(refunds()).toBe(before + 1);
    const acts = await server.db.select().from(adminActs).where(eq(adminActs.admin_id, admin.id));
    expect(acts).toMatchObject([
      { ato: 'pagamento_estornado', alvo_id: user.id, detalhe: 'Cobrado em dobro', ip: '127.0.0.1' },
    ]);
  });

  it('whose answer was lost is finished by itself, once', async () => {
    const before = refunds();
    fake.fail({ method: 'POST', path: /refund$/, failure: { status: 500 }, times: 4 });
    expect(await refund()).toMatchObject({
      status: 503,
      message:
        'O estorno foi pedido, mas o Mercado Pago não respondeu. Ele será concluído em alguns minutos.',
    });
    expect(await expiry()).toBe(PAID_UNTIL);
    fake.recover();
    await finishRefunds(server.deps);
    await finishRefunds(server.deps);
    expect(await stored()).toMatchObject({ status: 'estornado', motivo_estorno: 'Cobrado em dobro' });
    expect([await expiry(), refunds()]).toEqual([now.toISOString(), before + 1]);
  });

  const refuseRefunds = (status: number, code: string, times = 4) => {
    const failure = { status, body: { errors: [{ code }] } };
    fake.fail({ method: 'POST', path: /refund$/, failure, times });
  };

  it('that comes too soon at every try is finished by itself', async () => {
    refuseRefunds(422, 'unprocessable_entity');
    expect((await refund()).status).toBe(503);
    fake.recover();
    await finishRefunds(server.deps);
    expect(await stored()).toMatchObject({ status: 'estornado', motivo_estorno: 'Cobrado em dobro' });
  });

  it('that is refused for a day is not asked for any more; admins are told, and may ask again', async () => {
    refuseRefunds(422, 'unprocessable_entity', Number.POSITIVE_INFINITY);
    expect((await refund()).status).toBe(503);
    const stuck = async () => (await findPaymentAlerts(server.deps)).estornos_parados;
    const finishAfter = async (hours: number) => {
      now = new Date(now.getTime() + hours * HOUR_MS);
      const before = fake.calls('POST', /refund$/).length;
      await finishRefunds(server.deps);
      return fake.calls('POST', /refund$/).length - before;
    };
    expect([await finishAfter(23), await stuck()]).toEqual([4, 0]);
    expect([await finishAfter(1), await stuck()]).toEqual([0, 1]);
    fake.recover();
    const token = await makeSession(server, admin.id);
    expect(await refund({ motivo: 'De novo' }, token)).toMatchObject({
      status: 200,
      payment: { status: 'estornado', motivo_estorno: 'De novo' },
    });
    expect(await stuck()).toBe(0);
  });

  it('that Mercado Pago refuses for good is told so, and is not asked for again', async () => {
    refuseRefunds(409, 'cannot_refund_order');
    expect(await refund()).toMatchObject({
      status: 409,
      message: 'O Mercado Pago não aceitou o estorno deste pagamento',
    });
    expect(await stored()).toMatchObject({ status: 'aprovado', estorno_pedido_em: null });
    expect(await expiry()).toBe(PAID_UNTIL);
  });

  it('is refused for what was not approved, for an unknown payment, without a reason and to others', async () => {
    user = await makeUser(server);
    await pay('OTHE');
    const { id } = await stored();
    expect(await refund({ id })).toMatchObject({
      status: 409,
      message: 'Só um pagamento aprovado pode ser estornado',
    });
    expect((await refund({ id: 'x' })).status).toBe(404);
    expect((await refund({ motivo: ' ' })).status).toBe(422);
    expect((await refund({}, user.token)).status).toBe(403);
  });
});

describe('the payments that an admin looks for', () => {
  const search = async (query: object, token = admin.token) => {
    const input = new URLSearchParams({ input: JSON.stringify(query) });
    const answer = await server.call('GET', `/trpc/admin.payments?${input}`, { token });
    return answer.body.result.data.itens as { id: string }[];
  };

  it('are found by name, e-mail, id and id at Mercado Pago, by status and by means', async () => {
    const { id_externo } = await stored();
    for (const busca of ['iris do estorno', user.email, paymentId, id_externo]) {
      expect((await search({ busca, status: 'aprovado', meio: 'cartao' })).map(({ id }) => id)).toContain(
        paymentId,
      );
    }
    expect(await search({ busca: paymentId, status: 'recusado' })).toEqual([]);
    expect(await search({ busca: paymentId, meio: 'pix' })).toEqual([]);
  });

  it('come as a table for admins alone', async () => {
    const path = `/api/exportar/pagamentos.csv?${new URLSearchParams({ busca: paymentId })}`;
    const { status, text } = await server.call('GET', path, { token: admin.token });
    const [head, line] = text.split('\r\n');
    expect(status).toBe(200);
    expect(head).toContain('Pagamento;Data;Nome;E-mail;Plano;Valor');
    expect(line).toContain(
      `${paymentId};31/01/2027 12:00;Íris do Estorno;${user.email};Basico;119,00;1;Cartão`,
    );
    expect((await server.call('GET', path, { token: user.token })).status).toBe(403);
  });
});

import { payments } from '@esteira/db/schema/billing/payments';
import { MINUTE_MS } from '@esteira/domain/durations';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUser, type TestUser, unique } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { reconcilePayments } from './reconcile';
import { openPaymentServer } from './testing/real-payments';

const IN_REVIEW = 'Há um pagamento em análise. Aguarde o resultado antes de pagar de novo.';

let opened: Awaited<ReturnType<typeof openPaymentServer>>;
let fake: typeof opened.fake;
let server: TestServer;
let simulated: TestServer;
let now: Date;
let user: TestUser;

beforeAll(async () => {
  opened = await openPaymentServer(() => now);
  ({ fake, server } = opened);
  simulated = await createTestServer({ deps: { clock: () => now } });
});
afterAll(async () => {
  await opened.close();
  await simulated.close();
});
beforeEach(async () => {
  now = new Date('2027-01-31T15:00:00.000Z');
  fake.recover();
  user = await makeUser(server);
});

async function pay(holder: string, fields: object = {}) {
  const card = { bandeira: 'master', tipo: 'credit_card', ultimos_digitos: '0366', cpf: '123.456.789-09' };
  const body = { plano: 'basico', token: `tok_${holder}_${unique('t')}`, parcelas: 1, ...card, ...fields };
  const answer = await server.call('POST', '/trpc/checkout.payWithToken', { token: user.token, body });
  return { status: answer.status, message: answer.body.result?.data.message ?? answer.body.error.message };
}

const stored = () => server.db.select().from(payments).where(eq(payments.usuario_id, user.id));
const orders = async () => (await stored()).flatMap(({ id }) => fake.ordersOf(id));

describe('a second card while one is in review', () => {
  it('is not charged, under its key neither, until the review ends', async () => {
    await pay('CONT');
    const chave_idempotencia = unique('chave');
    for (let times = 0; times < 2; times += 1) {
      expect(await pay('APRO', { chave_idempotencia })).toEqual({ status: 409, message: IN_REVIEW });
    }
    expect(await stored()).toHaveLength(1);
    const [order] = await orders();
    fake.change(order?.id ?? '', { status: 'failed', detail: 'rejected_by_issuer' });
    now = new Date(now.getTime() + 180_000);
    await reconcilePayments(server.deps);
    expect((await pay('APRO', { chave_idempotencia })).status).toBe(200);
    expect((await stored()).map(({ status }) => status).sort()).toEqual(['aprovado', 'recusado']);
  });

  it('of which the answer was lost is not charged either; nothing stands in the way of one that was never made', async () => {
    fake.fail({ method: 'POST', path: /orders$/, failure: 'lose_answer' });
    fake.fail({ method: 'GET', path: /orders$/, failure: { status: 500 } });
    expect((await pay('CONT')).status).toBe(503);
    expect(await pay('APRO')).toEqual({ status: 409, message: IN_REVIEW });
    expect(await orders()).toHaveLength(1);
    user = await makeUser(server);
    fake.fail({ method: 'POST', path: /orders$/, failure: { status: 500 } });
    expect((await pay('APRO')).status).toBe(503);
    expect(await pay('APRO')).toEqual({ status: 409, message: IN_REVIEW });
    now = new Date(now.getTime() + 10 * MINUTE_MS);
    expect((await pay('APRO')).status).toBe(200);
  });

  it('whose charge was lost and is not shown yet is not charged, nor told to be sent as a new payment', async () => {
    const chave_idempotencia = unique('chave');
    fake.fail({ method: 'POST', path: /orders$/, failure: 'lose_answer' });
    const hidden = { status: 200, body: { data: [], paging: { total: '0' } } };
    fake.fail({ method: 'GET', path: /orders$/, failure: hidden, times: 5 });
    expect((await pay('APRO', { chave_idempotencia })).status).toBe(503);
    expect(await pay('APRO', { ultimos_digitos: '1111' })).toEqual({ status: 409, message: IN_REVIEW });
    expect((await pay('APRO', { chave_idempotencia })).status).toBe(503);
    fake.recover();
    expect((await pay('APRO', { chave_idempotencia })).status).toBe(200);
    expect(await orders()).toHaveLength(1);
  });

  it('is charged at once where the first was refused before anything was charged', async () => {
    const failure = { status: 400, body: { errors: [{ code: 'invalid_transaction_amount' }] } };
    fake.fail({ method: 'POST', path: /orders$/, failure });
    expect((await pay('APRO', { parcelas: 3 })).status).toBe(422);
    expect((await pay('APRO')).status).toBe(200);
    expect(await stored()).toMatchObject([{ status: 'aprovado' }]);
  });

  it('that turns out to be approved is told, and nothing else is charged', async () => {
    fake.fail({ method: 'POST', path: /orders$/, failure: 'lose_answer' });
    fake.fail({ method: 'GET', path: /orders$/, failure: { status: 500 } });
    await pay('APRO');
    expect((await pay('APRO')).message).toContain('acabou de ser aprovado');
    expect(await orders()).toHaveLength(1);
    expect(await stored()).toMatchObject([{ status: 'aprovado' }]);
  });

  it('leaves an open Pix alone, which a card that is charged ends', async () => {
    await pay('CONT');
    const body = { plano: 'basico' };
    await server.call('POST', '/trpc/checkout.createPix', { token: user.token, body });
    const pix = async () =>
      (
        await server.db
          .select()
          .from(payments)
          .where(and(eq(payments.usuario_id, user.id), eq(payments.meio, 'pix')))
      )[0]?.status;
    expect((await pay('APRO')).message).toBe(IN_REVIEW);
    expect(await pix()).toBe('pendente');
    user = await makeUser(server);
    await server.call('POST', '/trpc/checkout.createPix', { token: user.token, body });
    expect((await pay('APRO')).status).toBe(200);
    expect(await pix()).toBe('recusado');
  });

  it('is refused where payments are simulated, too', async () => {
    const buyer = await makeUser(simulated);
    const send = (numero_cartao: string) =>
      simulated.call('POST', '/api/checkout', {
        token: buyer.token,
        body: {
          plano: 'basico',
          nome_cartao: 'Ana',
          numero_cartao,
          validade: '12/39',
          cvv: '123',
          parcelas: 1,
        },
      });
    await send('4000 0000 0000 2024');
    expect(await send('4111 1111 1111 1111')).toMatchObject({ status: 409, body: { detail: IN_REVIEW } });
  });
});

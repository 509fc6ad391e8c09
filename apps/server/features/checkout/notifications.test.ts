import { users } from '@esteira/db/schema/accounts/users';
import { payments } from '@esteira/db/schema/billing/payments';
import type { NoticeOddity } from '@esteira/payments/testing/mercado-pago/notices';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUser, type TestUser, unique } from '../../testing/makers';
import { createTestServer } from '../../testing/server';
import { readNotifiedPayments } from './notified-payments';
import { reconcilePayments } from './reconcile';
import { openPaymentServer } from './testing/real-payments';

const SECRET = 'segredo-do-painel';
const ONE_MONTH = '2027-02-15T15:00:00.000Z';

let opened: Awaited<ReturnType<typeof openPaymentServer>>;
let fake: typeof opened.fake;
let server: typeof opened.server;
let now: Date;
let user: TestUser;
/** A payment of the user's under review, and its order. */
let orderId: string;

beforeAll(async () => {
  opened = await openPaymentServer(() => now, { paymentNotificationSecret: SECRET });
  ({ fake, server } = opened);
});
afterAll(() => opened.close());
beforeEach(async () => {
  now = new Date('2027-01-15T15:00:00.000Z');
  fake.recover();
  user = await makeUser(server);
  await server.call('POST', '/trpc/checkout.payWithToken', {
    token: user.token,
    body: {
      plano: 'basico',
      token: `tok_CONT_${unique('t')}`,
      bandeira: 'visa',
      tipo: 'credit_card',
      ultimos_digitos: '5682',
      cpf: '12345678909',
      parcelas: 1,
    },
  });
  orderId = (await stored()).id_externo ?? '';
});

async function stored() {
  const [payment] = await server.db.select().from(payments).where(eq(payments.usuario_id, user.id));
  if (payment === undefined) throw new Error('nothing was paid');
  return payment;
}

async function deliver(oddity?: NoticeOddity, secret = SECRET) {
  const { query, headers, body } = fake.notice(orderId, secret, oddity);
  return (await server.call('POST', `/webhooks/mercadopago?${query}`, { headers, body })).status;
}

const approve = () => fake.change(orderId, { status: 'processed', detail: 'accredited' });
const expiry = async () =>
  (await server.call('GET', '/api/auth/me', { token: user.token })).body.data_expiracao;

describe('a notification of a payment', () => {
  it.each([undefined, 'lower_case_signature'] as const)(
    'is answered without asking Mercado Pago, and then read from there: %s',
    async (oddity) => {
      approve();
      const calls = fake.calls().length;
      expect(await deliver(oddity)).toBe(200);
      expect(fake.calls()).toHaveLength(calls);
      expect(await expiry()).toBeNull();
      await readNotifiedPayments(server.deps);
      expect(await expiry()).toBe(ONE_MONTH);
      expect((await stored()).avisado_em).toBeNull();
    },
  );

  it('grants the plan once, however often it comes and however else the payment is recorded', async () => {
    approve();
    for (let times = 0; times < 3; times += 1) await deliver();
    now = new Date(now.getTime() + 180_000);
    const both = [readNotifiedPayments(server.deps), reconcilePayments(server.deps)];
    await Promise.all([...both, readNotifiedPayments(server.deps)]);
    await deliver();
    await readNotifiedPayments(server.deps);
    expect(await expiry()).toBe('2027-02-15T15:03:00.000Z');
    expect((await stored()).avisado_em).toBeNull();
  });

  it('is taken with a slash too many in its address, and with an id that was lowered on the way', async () => {
    approve();
    const { query, headers, body } = fake.notice(orderId, SECRET);
    const url = `/webhooks/mercadopago/?${query.replace(orderId, orderId.toLowerCase())}`;
    const bare = { ...(body as object), data: {} };
    expect((await server.call('POST', url, { headers, body: bare })).status).toBe(200);
    await readNotifiedPayments(server.deps);
    expect(await expiry()).toBe(ONE_MONTH);
  });

  it('that says more than is true is not believed', async () => {
    approve();
    const claim = fake.notice(orderId, SECRET);
    fake.change(orderId, { status: 'processing', detail: 'in_process' });
    const { query, headers, body } = claim;
    await server.call('POST', `/webhooks/mercadopago?${query}`, { headers, body });
    await readNotifiedPayments(server.deps);
    expect([(await stored()).status, await expiry()]).toEqual(['pendente', null]);
  });

  it('that is late does not pull an approved payment back', async () => {
    const late = fake.notice(orderId, SECRET);
    approve();
    await deliver();
    await readNotifiedPayments(server.deps);
    const { query, headers, body } = late;
    await server.call('POST', `/webhooks/mercadopago?${query}`, { headers, body });
    await readNotifiedPayments(server.deps);
    expect([(await stored()).status, await expiry()]).toEqual(['aprovado', ONE_MONTH]);
  });

  it('with another signature is refused; the reconciliation finds the payment all the same', async () => {
    approve();
    expect(await deliver('wrong_signature')).toBe(401);
    expect(await deliver(undefined, 'outro-segredo')).toBe(401);
    await readNotifiedPayments(server.deps);
    expect(await expiry()).toBeNull();
    now = new Date(now.getTime() + 180_000);
    await reconcilePayments(server.deps);
    expect(await expiry()).toBe('2027-02-15T15:03:00.000Z');
  });

  it('waits while Mercado Pago cannot be asked', async () => {
    approve();
    await deliver();
    fake.fail({ method: 'GET', path: /orders/, failure: { status: 500 } });
    await readNotifiedPayments(server.deps);
    expect([(await stored()).status, await expiry()]).toEqual(['pendente', null]);
    await readNotifiedPayments(server.deps);
    expect(await expiry()).toBe(ONE_MONTH);
  });

  it('of a payment that is not ours to take is read once, not for ever', async () => {
    fake.change(orderId, { status: 'processed', detail: 'accredited', amountCents: 1 });
    await deliver();
    await readNotifiedPayments(server.deps);
    expect(await stored()).toMatchObject({ status: 'pendente', avisado_em: null });
    expect(await expiry()).toBeNull();
  });

  it.each([
    ['refund', { status: 'refunded', detail: 'refunded' }],
    ['chargeback', { status: 'charged_back', detail: 'in_process' }],
  ])('of a %s takes back the months that the payment bought, once', async (_, fields) => {
    await server.db
      .update(users)
      .set({ plano: 'top', data_expiracao: '2027-01-25T15:00:00.000Z' })
      .where(eq(users.id, user.id));
    approve();
    await deliver();
    await readNotifiedPayments(server.deps);
    expect(await expiry()).toBe('2027-02-25T15:00:00.000Z');
    fake.change(orderId, fields);
    for (let times = 0; times < 2; times += 1) {
      await deliver();
      await Promise.all([readNotifiedPayments(server.deps), readNotifiedPayments(server.deps)]);
    }
    await readNotifiedPayments(server.deps);
    expect((await stored()).status).toBe('estornado');
    expect(await expiry()).toBe('2027-01-25T15:00:00.000Z');
    approve();
    await deliver();
    await readNotifiedPayments(server.deps);
    expect([(await stored()).status, await expiry()]).toEqual(['estornado', '2027-01-25T15:00:00.000Z']);
  });

  it('of the older unsigned kind, of another topic or of an unknown order changes nothing', async () => {
    expect(await deliver('unsigned_ipn')).toBe(200);
    const other = await server.call('POST', '/webhooks/mercadopago?type=payment&data.id=1', { body: {} });
    expect(other.status).toBe(200);
    expect((await stored()).avisado_em).toBeNull();
  });
});

it('are unknown while payments are simulated', async () => {
  const simulated = await createTestServer();
  const answer = await simulated.call('POST', '/webhooks/mercadopago?type=order&data.id=ORD1', { body: {} });
  expect(answer.status).toBe(404);
  await simulated.close();
});

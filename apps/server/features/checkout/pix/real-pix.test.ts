import { payments } from '@esteira/db/schema/billing/payments';
import { MINUTE_MS } from '@esteira/domain/durations';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUser, type TestUser, unique } from '../../../testing/makers';
import { readNotifiedPayments } from '../notified-payments';
import { reconcilePayments } from '../reconcile';
import { openPaymentServer } from '../testing/real-payments';

const APPROVED = 'Pagamento aprovado! Plano Basico ativo até 28/02/2027.';

let opened: Awaited<ReturnType<typeof openPaymentServer>>;
let fake: typeof opened.fake;
let server: typeof opened.server;
let now: Date;
let user: TestUser;

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
  user = await makeUser(server);
});

const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

async function create(plano = 'basico') {
  const answer = await server.call('POST', '/trpc/checkout.createPix', {
    token: user.token,
    body: { plano },
  });
  return { status: answer.status, pix: answer.body.result?.data, message: answer.body.error?.message };
}

async function look(id: string) {
  const query = new URLSearchParams({ input: JSON.stringify({ id }) });
  return (await server.call('GET', `/trpc/checkout.pix?${query}`, { token: user.token })).body.result.data;
}

const stored = () => server.db.select().from(payments).where(eq(payments.usuario_id, user.id));
const ordersOf = async () => (await stored()).flatMap(({ id }) => fake.ordersOf(id));
const me = async () => (await server.call('GET', '/api/auth/me', { token: user.token })).body;

async function pay(id: string, fields: object = {}) {
  const [order] = fake.ordersOf(id);
  fake.change(order?.id ?? '', { status: 'processed', detail: 'accredited', ...fields });
}

const payCard = () =>
  server.call('POST', '/trpc/checkout.payWithToken', {
    token: user.token,
    body: {
      plano: 'basico',
      token: `tok_APRO_${unique('t')}`,
      bandeira: 'master',
      tipo: 'credit_card',
      ultimos_digitos: '0366',
      cpf: '123.456.789-09',
      parcelas: 1,
    },
  });

describe('a Pix through Mercado Pago', () => {
  it('bears the code and the term of its order, and is approved while its page waits', async () => {
    const { pix } = await create();
    expect(pix.copia_e_cola).toMatch(/^00020126PIX/);
    expect(pix.expira_em).toBe('2027-01-31T15:30:00.000Z');
    expect((await look(pix.id)).situacao).toBe('aguardando');
    await pay(pix.id);
    pass(1_500);
    expect(await look(pix.id)).toMatchObject({ situacao: 'aprovado', message: APPROVED });
    expect(await me()).toMatchObject({ plano: 'basico' });
  });

  it('is read at most once a second, however many pages wait for it', async () => {
    const { pix } = await create();
    const calls = fake.calls('GET', /orders\/./).length;
    await Promise.all(Array.from({ length: 20 }, () => look(pix.id)));
    expect(fake.calls('GET', /orders\/./)).toHaveLength(calls + 1);
  });

  it.each(['lose_answer', 'drop'] as const)('is made once when the answer got lost: %s', async (failure) => {
    fake.fail({ method: 'POST', path: /orders$/, failure });
    expect(await create()).toMatchObject({
      status: 503,
      message: 'Pix indisponível no momento. Nada foi cobrado; tente novamente em instantes.',
    });
    expect((await create()).pix.situacao).toBe('aguardando');
    expect(await ordersOf()).toHaveLength(1);
    expect(await stored()).toHaveLength(1);
  });

  it('that is paid after its term still buys the plan', async () => {
    const { pix } = await create();
    pass(31 * MINUTE_MS);
    expect((await look(pix.id)).situacao).toBe('expirado');
    await pay(pix.id);
    const [payment] = await stored();
    await server.db
      .update(payments)
      .set({ avisado_em: now.toISOString() })
      .where(eq(payments.id, payment?.id ?? ''));
    await readNotifiedPayments(server.deps);
    expect(await me()).toMatchObject({ plano: 'basico', data_expiracao: '2027-02-28T15:31:00.000Z' });
  });

  it('is found by the reconciliation when its page was closed and no notification came', async () => {
    const { pix } = await create();
    await pay(pix.id);
    pass(3 * MINUTE_MS);
    await reconcilePayments(server.deps);
    expect(await me()).toMatchObject({ data_expiracao: '2027-02-28T15:03:00.000Z' });
  });

  it('is cancelled before a card is charged, and the card is not charged when it was just paid', async () => {
    const first = (await create()).pix;
    expect((await payCard()).status).toBe(200);
    expect(fake.ordersOf(first.id)).toMatchObject([{ status: 'canceled' }]);
    const second = (await create()).pix;
    await pay(second.id);
    const refused = await payCard();
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      'O Pix que você gerou acabou de ser pago. Confira o seu plano antes de pagar de novo.',
    ]);
    expect(await me()).toMatchObject({ data_expiracao: '2027-03-28T15:00:00.000Z' });
    expect(await ordersOf()).toHaveLength(3);
  });

  it('keeps a card from being charged while it is unknown whether it was paid', async () => {
    await create();
    fake.fail({ method: 'POST', path: /cancel$/, failure: { status: 500 }, times: 9 });
    expect((await payCard()).status).toBe(503);
    expect(await ordersOf()).toHaveLength(1);
  });

  it.each([
    ['amount', { amountCents: 1 }],
    ['currency', { currency: 'ARS' }],
    ['reference', { reference: 'outro' }],
    ['receiver', { receiverId: '9' }],
  ])('is never approved with another %s, and marked for somebody to look at', async (_, fields) => {
    const { pix } = await create();
    await pay(pix.id, fields);
    pass(3 * MINUTE_MS);
    await reconcilePayments(server.deps);
    expect(await stored()).toMatchObject([{ status: 'pendente', divergente_em: now.toISOString() }]);
    expect(await me()).toMatchObject({ plano: null });
  });

  it('cannot be paid by a click', async () => {
    const { pix } = await create();
    const body = { id: pix.id };
    const answer = await server.call('POST', '/trpc/checkout.simulatePixPayment', {
      token: user.token,
      body,
    });
    expect(answer.status).toBe(404);
  });
});

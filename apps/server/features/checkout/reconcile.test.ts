import { payments } from '@esteira/db/schema/billing/payments';
import { PaymentError } from '@esteira/payments/payment-error';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../../testing/makers';
import { RecordingGateway } from '../../testing/marketplaces/recording-gateway';
import { createTestServer, type TestServer } from '../../testing/server';
import { reconcilePayments } from './reconcile';

const MINUTE = 60_000;
const UNDER_REVIEW_THEN_APPROVED = '4000 0000 0000 2024';
const UNDER_REVIEW_THEN_REFUSED = '4000 0000 0000 2032';
const start = new Date('2027-01-31T15:00:00.000Z').getTime();
const gateway = new RecordingGateway();

let server: TestServer;
let now = start;
let user: TestUser;

beforeAll(async () => {
  server = await createTestServer({ deps: { payments: gateway, clock: () => new Date(now) } });
});
afterAll(() => server.close());
beforeEach(async () => {
  gateway.reset();
  now = start;
  user = await makeUser(server);
  // What other tests left pending would be counted here.
  await server.db.update(payments).set({ status: 'recusado' }).where(eq(payments.status, 'pendente'));
});

async function pay(numero_cartao = '4111 1111 1111 1111') {
  const body = {
    plano: 'basico',
    nome_cartao: 'Ana Souza',
    numero_cartao,
    validade: '12/39',
    cvv: '123',
    parcelas: 1,
  };
  const answer = await server.call('POST', '/api/checkout', {
    token: user.token,
    body,
    headers: { 'idempotency-key': 'a chave' },
  });
  return answer.status;
}

async function outcome() {
  const [payment] = await server.db.select().from(payments).where(eq(payments.usuario_id, user.id));
  const { body } = await server.call('GET', '/api/auth/me', { token: user.token });
  return { status: payment?.status, plano: body.plano, data_expiracao: body.data_expiracao };
}

const pending = { status: 'pendente', plano: null, data_expiracao: null };
const refused = { status: 'recusado', plano: null, data_expiracao: null };

describe('reconcilePayments', () => {
  it('activates the plan of a payment that was approved after its review, once', async () => {
    expect(await pay(UNDER_REVIEW_THEN_APPROVED)).toBe(409);
    now += 3 * MINUTE;
    expect(await reconcilePayments(server.deps)).toBe(1);
    const approved = { status: 'aprovado', plano: 'basico', data_expiracao: '2027-02-28T15:03:00.000Z' };
    expect(await outcome()).toEqual(approved);
    expect(await reconcilePayments(server.deps)).toBe(0);
    expect(await outcome()).toEqual(approved);
  });

  it('records the refusal of a payment that was refused after its review', async () => {
    await pay(UNDER_REVIEW_THEN_REFUSED);
    now += 3 * MINUTE;
    expect(await reconcilePayments(server.deps)).toBe(1);
    expect(await outcome()).toEqual(refused);
    expect(await pay(UNDER_REVIEW_THEN_REFUSED)).toBe(402);
  });

  it('finishes a payment whose server died between the charge and the bookkeeping', async () => {
    gateway.afterCharge = () => {
      throw new Error('the process died here');
    };
    expect(await pay()).toBe(500);
    now += 3 * MINUTE;
    expect(await reconcilePayments(server.deps)).toBe(1);
    expect(await outcome()).toMatchObject({ status: 'aprovado', plano: 'basico' });
    expect(gateway.charges).toHaveLength(1);
  });

  it('leaves alone what a request may still be working on', async () => {
    await pay(UNDER_REVIEW_THEN_APPROVED);
    now += MINUTE;
    expect(await reconcilePayments(server.deps)).toBe(0);
    expect(await outcome()).toEqual(pending);
  });

  it('gives up a charge that the gateway still does not know after an hour', async () => {
    gateway.beforeCharge = () => {
      throw new PaymentError('unavailable', 'fora do ar');
    };
    expect(await pay()).toBe(503);
    now += 59 * MINUTE;
    expect(await reconcilePayments(server.deps)).toBe(0);
    expect(await outcome()).toEqual(pending);
    now += 2 * MINUTE;
    expect(await reconcilePayments(server.deps)).toBe(1);
    expect(await outcome()).toEqual(refused);
  });

  it('goes on with the others when the gateway cannot tell of one', async () => {
    const first = user;
    await pay(UNDER_REVIEW_THEN_APPROVED);
    user = await makeUser(server);
    await pay(UNDER_REVIEW_THEN_APPROVED);
    now += 3 * MINUTE;
    const lookup = gateway.lookup.bind(gateway);
    gateway.lookup = (ctx, charge) =>
      ctx.usuarioId === first.id
        ? Promise.reject(new PaymentError('timeout', 'sem resposta'))
        : lookup(ctx, charge);
    expect(await reconcilePayments(server.deps)).toBe(1);
    gateway.lookup = lookup;
    expect(await outcome()).toMatchObject({ status: 'aprovado' });
    user = first;
    expect(await outcome()).toEqual(pending);
    expect(await reconcilePayments(server.deps)).toBe(1);
    expect(await outcome()).toMatchObject({ status: 'aprovado' });
  });
});

import { randomUUID } from 'node:crypto';
import { users } from '@esteira/db/schema/accounts/users';
import { payments } from '@esteira/db/schema/billing/payments';
import { PLANS, type PlanId } from '@esteira/domain/billing/plans';
import { addMonths } from '@esteira/domain/calendar';
import { DAY_MS, MINUTE_MS } from '@esteira/domain/durations';
import { createMercadoPagoGateway } from '@esteira/payments/mercado-pago/gateway';
import { PrivateText } from '@esteira/payments/private-text';
import { type FakeMercadoPago, startFakeMercadoPago } from '@esteira/payments/testing/mercado-pago/server';
import { asc, eq } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import type { SessionUser } from '../../../core/security/session-user';
import { makeUser, unique } from '../../../testing/makers';
import { createTestServer } from '../../../testing/server';
import { finishRefunds } from '../../admin/payments/refund';
import { readNotifiedPayments } from '../notified-payments';
import { reconcilePayments } from '../reconcile';
import type { Submission } from '../submission';

export const NOTICE_SECRET = 'segredo-do-painel';

type Overrides = NonNullable<NonNullable<Parameters<typeof createTestServer>[0]>['deps']>;

/** Asks the strict local Mercado Pago, and waits for nothing before it asks again. */
export function makeGateway({ url: apiBaseUrl, accessToken }: FakeMercadoPago, clock: () => Date) {
  const wait = async () => undefined;
  return createMercadoPagoGateway({ apiBaseUrl, accessToken, publicKey: 'publica', clock, wait });
}

/** A server that charges through it, both by this clock. */
export async function openPaymentServer(clock: () => Date, overrides: Overrides = {}) {
  const fake = await startFakeMercadoPago({ clock });
  const payments = makeGateway(fake, clock);
  const server = await createTestServer({ deps: { payments, clock, ...overrides } });
  return {
    fake,
    server,
    close: async () => {
      await server.close();
      await fake.close();
    },
  };
}

/** The same by a clock of its own, which never shows the same moment twice. */
export async function openRealPayments(overrides: Overrides = {}) {
  const time = { ms: Date.parse('2027-01-31T15:00:00.000Z') };
  const clock = () => {
    time.ms += 1;
    return new Date(time.ms);
  };
  const opened = await openPaymentServer(clock, { paymentNotificationSecret: NOTICE_SECRET, ...overrides });
  const pass = (ms: number) => {
    time.ms += ms;
  };
  return { ...opened, pass };
}

export type RealPayments = Awaited<ReturnType<typeof openRealPayments>>;

/** A user as a request finds one, read from the database. */
export async function readUser({ server }: RealPayments, id: string): Promise<SessionUser> {
  const [user] = await server.db.select().from(users).where(eq(users.id, id));
  if (user === undefined) throw new Error('there is no such user');
  return user;
}

export async function makePayer(bench: RealPayments): Promise<SessionUser> {
  return readUser(bench, (await makeUser(bench.server)).id);
}

/** A payer whose plan ends in ten days. */
export async function makeSubscriber(bench: RealPayments): Promise<{ id: string; paidUntil: Date }> {
  const { id } = await makePayer(bench);
  const { clock, db } = bench.server.deps;
  const paidUntil = new Date(clock().getTime() + 10 * DAY_MS);
  const paid = { plano: 'basico', data_expiracao: paidUntil.toISOString() } as const;
  await db.update(users).set(paid).where(eq(users.id, id));
  return { id, paidUntil };
}

function makeAddress(): string {
  const [start, middle] = randomUUID().split('-');
  return `${start?.slice(0, 4)}:${start?.slice(4)}:${middle}::1`;
}

/** A card's token, whose holder decides what becomes of it, under a key and from a network of its own. */
export function makeSubmission(plano: PlanId, holder: string, chave_idempotencia?: string): Submission {
  const token = new PrivateText(`tok_${holder}_${unique('t')}`);
  return {
    plano,
    parcelas: 1,
    chave_idempotencia,
    kept: { bandeira: 'Visa', ultimos_digitos: '1111' },
    identity: [plano],
    card: { kind: 'token', token, methodId: 'visa', methodType: 'credit_card' },
    cpf: new PrivateText('12345678909'),
    ip: makeAddress(),
  };
}

export const readLedger = ({ server }: RealPayments, usuarioId: string) =>
  server.db
    .select()
    .from(payments)
    .where(eq(payments.usuario_id, usuarioId))
    .orderBy(asc(payments.data_pagamento));

/** Delivers a notification, as it stood when it was made. */
export async function deliver({ server }: RealPayments, notice: ReturnType<RealPayments['fake']['notice']>) {
  const { query, headers, body } = notice;
  return (await server.call('POST', `/webhooks/mercadopago?${query}`, { headers, body })).status;
}

/** Lets everything come to its end: an hour in which Mercado Pago answers, announces everything, and reviews end. */
export async function finishAllPayments(
  bench: RealPayments,
  usuarioId: string,
  deps: Deps = bench.server.deps,
) {
  const { fake } = bench;
  fake.recover();
  for (const { id } of await readLedger(bench, usuarioId)) {
    for (const order of fake.ordersOf(id)) {
      const isReviewed = order.status === 'processing';
      if (isReviewed) fake.change(order.id, { status: 'failed', detail: 'rejected_by_issuer' });
      await deliver(bench, fake.notice(order.id, NOTICE_SECRET));
    }
  }
  bench.pass(61 * MINUTE_MS);
  await finishRefunds(deps);
  await readNotifiedPayments(deps);
  await reconcilePayments(deps);
}

/**
 * What is wrong between Mercado Pago's orders, our payments and the plan of a user: of each payment at most one order,
 * approved exactly where money is held, and the plan's expiry what the approved ones come to. Empty when nothing is.
 */
export async function findPaymentContradictions(bench: RealPayments, usuarioId: string): Promise<string[]> {
  const { fake } = bench;
  const ledger = await readLedger(bench, usuarioId);
  const found = ledger.flatMap(({ id, status }) => {
    const orders = fake.ordersOf(id);
    const holdsMoney = orders.some((order) => order.status === 'processed');
    return [
      ...(orders.length > 1 ? [`${orders.length} orders of one payment`] : []),
      ...(holdsMoney === (status === 'aprovado') ? [] : [`${status}, but money is held: ${holdsMoney}`]),
      ...(status === 'pendente' ? ['pending for ever'] : []),
    ];
  });
  const { data_expiracao } = await readUser(bench, usuarioId);
  const expected = toExpectedExpiry(ledger.filter(({ status }) => status === 'aprovado'));
  const now = bench.server.deps.clock().getTime();
  const actual = data_expiracao === null ? 0 : Date.parse(data_expiracao);
  const agrees = expected > now ? actual === expected : actual <= now;
  return agrees
    ? found
    : [...found, `expires ${new Date(actual).toISOString()}, not ${new Date(expected).toISOString()}`];
}

function toExpectedExpiry(approved: readonly { plano: PlanId; data_pagamento: string }[]): number {
  let expiry = 0;
  for (const { plano, data_pagamento } of approved) {
    const from = new Date(Math.max(expiry, Date.parse(data_pagamento)));
    expiry = addMonths(from, PLANS[plano].meses).getTime();
  }
  return expiry;
}

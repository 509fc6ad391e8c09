import { payments } from '@esteira/db/schema/billing/payments';
import { HOUR_MS } from '@esteira/domain/durations';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionUser } from '../../core/security/session-user';
import { lookUpApprovedPayments } from './approved-payments';
import { payPlan } from './service';
import {
  findPaymentContradictions,
  makePayer,
  makeSubmission,
  openRealPayments,
  type RealPayments,
  readLedger,
} from './testing/real-payments';

let bench: RealPayments;
let user: SessionUser;
beforeAll(async () => {
  bench = await openRealPayments();
});
afterAll(async () => {
  expect(bench.fake.violations).toEqual([]);
  await bench.close();
});
beforeEach(async () => {
  bench.fake.recover();
  // What other tests paid is too old to go back.
  bench.pass(200 * 24 * HOUR_MS);
  user = await makePayer(bench);
});

async function pay(times = 1): Promise<string[]> {
  for (let time = 0; time < times; time += 1) {
    await payPlan(bench.server.deps, user, makeSubmission('basico', 'APRO'));
  }
  return (await readLedger(bench, user.id)).map(({ id_externo }) => id_externo ?? '');
}

const lookUp = () => lookUpApprovedPayments(bench.server.deps);
const statuses = async () => (await readLedger(bench, user.id)).map(({ status }) => status);
/** The orders that were read since `before` calls. */
const readSince = (before: number) =>
  new Set(
    bench.fake
      .calls('GET', /orders\/./)
      .slice(before)
      .map(({ path }) => path),
  );
const readCount = () => bench.fake.calls('GET', /orders\/./).length;

describe('an approved payment whose money goes back without a notification', () => {
  it.each([
    ['refund', { status: 'refunded', detail: 'refunded' }],
    ['chargeback', { status: 'charged_back', detail: 'in_process' }],
  ])('loses the months that it bought, and no more: %s', async (_, change) => {
    const [first = ''] = await pay(2);
    bench.fake.change(first, change);
    bench.pass(7 * HOUR_MS);
    await lookUp();
    expect(await statuses()).toEqual(['estornado', 'aprovado']);
    expect(await findPaymentContradictions(bench, user.id)).toEqual([]);
  });

  it('is looked up every few hours, and not in every run', async () => {
    const [only = ''] = await pay();
    bench.pass(7 * HOUR_MS);
    await lookUp();
    const before = readCount();
    bench.fake.change(only, { status: 'refunded', detail: 'refunded' });
    await lookUp();
    expect(readSince(before)).toEqual(new Set());
    bench.pass(7 * HOUR_MS);
    await lookUp();
    expect(await statuses()).toEqual(['estornado']);
  });

  it('has its turn, however many there are: twenty in each run, those first that were not looked up for longest', async () => {
    const orders = await pay(25);
    bench.pass(7 * HOUR_MS);
    const before = readCount();
    await lookUp();
    expect(readSince(before)).toEqual(new Set(orders.slice(0, 20).map((id) => `/v1/orders/${id}`)));
    const then = readCount();
    await lookUp();
    expect(readSince(then)).toEqual(new Set(orders.slice(20).map((id) => `/v1/orders/${id}`)));
  });

  it('is found although another one cannot be read', async () => {
    const [first = '', second = ''] = await pay(2);
    for (const id of [first, second]) bench.fake.change(id, { status: 'refunded', detail: 'refunded' });
    bench.fake.fail({ method: 'GET', path: new RegExp(first), failure: { status: 500 }, times: 99 });
    bench.pass(7 * HOUR_MS);
    await lookUp();
    expect(await statuses()).toEqual(['aprovado', 'estornado']);
  });

  it('is looked up by one of two instances', async () => {
    await pay(3);
    bench.pass(7 * HOUR_MS);
    const before = readCount();
    await Promise.all([lookUp(), lookUp()]);
    expect(readCount() - before).toBe(3);
  });

  it('is not asked about any more once nothing can go back', async () => {
    const [only = ''] = await pay();
    bench.pass(181 * 24 * HOUR_MS);
    bench.fake.change(only, { status: 'refunded', detail: 'refunded' });
    const before = readCount();
    await lookUp();
    expect(readCount()).toBe(before);
  });
});

it('leaves alone what is simulated', async () => {
  await pay();
  bench.pass(7 * HOUR_MS);
  const { deps, db } = bench.server;
  const simulated = { ...deps, payments: { ...deps.payments, modo: 'simulado' as const } };
  const before = await db.select().from(payments).where(eq(payments.usuario_id, user.id));
  await lookUpApprovedPayments(simulated);
  expect(await db.select().from(payments).where(eq(payments.usuario_id, user.id))).toEqual(before);
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '../../../core/context';
import type { SessionUser } from '../../../core/security/session-user';
import { createTestDeps } from '../../../testing/server';
import { readNotifiedPayments } from '../notified-payments';
import { reconcilePayments } from '../reconcile';
import { payPlan } from '../service';
import {
  deliver,
  findPaymentContradictions,
  finishAllPayments,
  makeGateway,
  makePayer,
  makeSubmission,
  NOTICE_SECRET,
  openRealPayments,
  type RealPayments,
  readLedger,
} from '../testing/real-payments';
import { createPix, getPix } from './service';

let bench: RealPayments;
/** Two instances on one database: they share nothing else. */
let instances: readonly [Deps, Deps];
let user: SessionUser;

beforeAll(async () => {
  bench = await openRealPayments();
  const { deps, db } = bench.server;
  const payments = makeGateway(bench.fake, deps.clock);
  instances = [deps, createTestDeps(db, { payments, clock: deps.clock })];
});
afterAll(async () => {
  expect(bench.fake.violations).toEqual([]);
  await bench.close();
});
beforeEach(async () => {
  user = await makePayer(bench);
});

/** Does it ten times at once, by turns on either instance. Who is told to come back is no failure. */
async function race<T>(work: (deps: Deps) => Promise<T>): Promise<T[]> {
  const runs = Array.from({ length: 10 }, (_, n) => work(instances[n % 2 === 0 ? 0 : 1]));
  const outcomes = await Promise.allSettled(runs);
  return outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}

const orders = async () => (await readLedger(bench, user.id)).flatMap(({ id }) => bench.fake.ordersOf(id));

describe('a Pix on two instances', () => {
  it('is one, however many tabs ask for it at once', async () => {
    const made = await race((deps) => createPix(deps, user, { plano: 'basico' }));
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(({ copia_e_cola }) => copia_e_cola)).size).toBe(1);
    expect(await orders()).toHaveLength(1);
  });

  it('is credited once, whatever tells both of them at once that it was paid', async () => {
    const { id } = await createPix(instances[0], user, { plano: 'basico' });
    const [order] = await orders();
    bench.fake.change(order?.id ?? '', { status: 'processed', detail: 'accredited' });
    bench.pass(3 * 60_000);
    await Promise.all([
      race(() => deliver(bench, bench.fake.notice(order?.id ?? '', NOTICE_SECRET))),
      race((deps) => getPix(deps, user.id, id)),
      race(readNotifiedPayments),
      race(reconcilePayments),
    ]);
    await finishAllPayments(bench, user.id);
    expect(await findPaymentContradictions(bench, user.id)).toEqual([]);
    expect((await readLedger(bench, user.id)).map(({ status }) => status)).toEqual(['aprovado']);
  });

  it('and a card that is sent meanwhile are never both charged without the payer paying both', async () => {
    await race<unknown>((deps) =>
      deps === instances[0]
        ? createPix(deps, user, { plano: 'top' })
        : payPlan(deps, user, makeSubmission('basico', 'APRO', `${user.id}-cartao`)),
    );
    bench.pass(2 * 60_000);
    await payPlan(instances[0], user, makeSubmission('basico', 'APRO', `${user.id}-cartao`)).catch(
      () => null,
    );
    await finishAllPayments(bench, user.id);
    expect(await findPaymentContradictions(bench, user.id)).toEqual([]);
    const cards = (await readLedger(bench, user.id)).filter(({ meio }) => meio === 'cartao');
    expect(cards.map(({ status }) => status)).toEqual(['aprovado']);
  });
});

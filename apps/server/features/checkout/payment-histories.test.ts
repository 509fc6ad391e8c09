import { runs } from '@esteira/config/vitest/runs';
import { PLAN_IDS } from '@esteira/domain/billing/plans';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '../../core/errors';
import { refundPayment } from '../admin/payments/refund';
import { readNotifiedPayments } from './notified-payments';
import { createPix, getPix } from './pix/service';
import { reconcilePayments } from './reconcile';
import { payPlan } from './service';
import {
  deliver,
  findPaymentContradictions,
  finishAllPayments,
  makePayer,
  makeSubmission,
  NOTICE_SECRET,
  openRealPayments,
  type RealPayments,
  readLedger,
  readUser,
} from './testing/real-payments';

const HISTORIES = runs(1_000);

let bench: RealPayments;
let adminId: string;
beforeAll(async () => {
  bench = await openRealPayments();
  adminId = (await makePayer(bench)).id;
});
afterAll(async () => {
  expect(bench.fake.violations).toEqual([]);
  await bench.close();
});

const plano = fc.constantFrom(...PLAN_IDS);
const index = fc.nat({ max: 3 });
const kind = <K extends string>(name: K) => fc.constant(name);

const command = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('card'),
      plano,
      holder: fc.constantFrom('APRO', 'APRO', 'CONT', 'OTHE'),
      key: fc.constantFrom('a', 'b', undefined),
      isLost: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: kind('pix'), plano }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('look') }) },
  // What happens at Mercado Pago, and whether and when it is told.
  { weight: 5, arbitrary: fc.record({ kind: kind('approve'), index }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('refuse'), index }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('refund'), index }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('chargeback'), index }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('notify'), index, times: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('late'), index }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('read') }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('reconcile') }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('adminRefund'), index }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('wait'), minutes: fc.constantFrom(1, 3, 31) }) },
);
type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never;

interface History {
  userId: string;
  /** Notifications as they were when the order was first seen. */
  early: ReturnType<RealPayments['fake']['notice']>[];
}

async function play(history: History, one: Command): Promise<void> {
  const { fake, server } = bench;
  const { deps } = server;
  const { userId } = history;
  const order = 'index' in one ? await findOrder(userId, one.index) : undefined;
  switch (one.kind) {
    case 'card': {
      if (one.isLost) fake.fail({ method: 'POST', path: /orders$/, failure: 'lose_answer' });
      const submission = makeSubmission(one.plano, one.holder, one.key && `${userId}${one.key}`);
      await payPlan(deps, await readUser(bench, userId), submission);
      return;
    }
    case 'pix':
      await createPix(deps, await readUser(bench, userId), { plano: one.plano });
      return;
    case 'look':
      for (const { id, meio } of await readLedger(bench, userId))
        if (meio === 'pix') await getPix(deps, userId, id);
      return;
    case 'approve':
      return move(order, ['processing', 'action_required'], ['processed', 'accredited']);
    case 'refuse':
      return move(order, ['processing'], ['failed', 'rejected_by_issuer']);
    case 'refund':
      return move(order, ['processed'], ['refunded', 'refunded']);
    case 'chargeback':
      return move(order, ['processed'], ['charged_back', 'in_process']);
    case 'notify':
      if (order === undefined) return;
      history.early.push(fake.notice(order.id, NOTICE_SECRET));
      for (let time = 0; time < one.times; time += 1) {
        await deliver(bench, fake.notice(order.id, NOTICE_SECRET));
      }
      return;
    case 'late': {
      const notice = history.early[one.index];
      if (notice !== undefined) await deliver(bench, notice);
      return;
    }
    case 'read':
      return readNotifiedPayments(deps);
    case 'reconcile':
      await reconcilePayments(deps);
      return;
    case 'adminRefund': {
      const payment = (await readLedger(bench, userId))[one.index];
      if (payment !== undefined)
        await refundPayment(deps, { id: adminId, ip: '127.0.0.1' }, { id: payment.id, motivo: 'Sorteado' });
      return;
    }
    case 'wait':
      bench.pass(one.minutes * 60_000);
  }
}

type Orders = ReturnType<RealPayments['fake']['ordersOf']>;

async function findOrder(userId: string, index: number): Promise<Orders[number] | undefined> {
  const orders = (await readLedger(bench, userId)).flatMap(({ id }) => bench.fake.ordersOf(id));
  return orders[index % Math.max(1, orders.length)];
}

function move(order: Orders[number] | undefined, from: string[], to: readonly [string, string]): void {
  const [status, detail] = to;
  if (order !== undefined && from.includes(order.status)) bench.fake.change(order.id, { status, detail });
}

/** Refusals are part of a history; anything else is not. */
function expectRefusal(error: unknown): void {
  if (!(error instanceof AppError) || error.kind === 'internal') throw error;
}

it(`after ${HISTORIES} random orders of answers, notifications, duplicates, late ones, refunds, chargebacks and reconciliations the plan is what the payments come to`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 3, maxLength: 12 }), async (commands) => {
      const { id: userId } = await makePayer(bench);
      const history: History = { userId, early: [] };
      for (const one of commands) await play(history, one).catch(expectRefusal);
      await finishAllPayments(bench, userId);
      expect(await findPaymentContradictions(bench, userId)).toEqual([]);
    }),
    { numRuns: HISTORIES, endOnFailure: true },
  );
}, 900_000);

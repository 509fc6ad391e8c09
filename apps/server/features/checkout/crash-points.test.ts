import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import type { SessionUser } from '../../core/security/session-user';
import { unique } from '../../testing/makers';
import { finishRefunds, refundPayment } from '../admin/payments/refund';
import { readNotifiedPayments } from './notified-payments';
import { createPix, getPix } from './pix/service';
import { payPlan } from './service';
import { crashAfter, killAtEveryStep, SimulatedCrash } from './testing/crash-points';
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
} from './testing/real-payments';

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

interface Run {
  user: SessionUser;
  key: string;
}

interface Work {
  /** Before the process that is killed. */
  prepare?: (run: Run) => Promise<unknown>;
  /** What it is killed in. */
  work: (deps: Deps, run: Run) => Promise<unknown>;
  /** What people and Mercado Pago do afterwards. */
  repeat?: (run: Run) => Promise<unknown>;
}

const payCard = (deps: Deps, { user, key }: Run) =>
  payPlan(deps, user, makeSubmission('basico', 'APRO', key));

async function payOpenPix({ user }: Run): Promise<void> {
  for (const { id } of await readLedger(bench, user.id)) {
    for (const order of bench.fake.ordersOf(id)) {
      if (order.status === 'action_required') {
        bench.fake.change(order.id, { status: 'processed', detail: 'accredited' });
      }
    }
  }
}

async function makeAndPayPix(deps: Deps, run: Run): Promise<void> {
  const pix = await createPix(deps, run.user, { plano: 'basico' });
  await payOpenPix(run);
  bench.pass(2_000);
  await getPix(deps, run.user.id, pix.id);
}

async function announce({ user }: Run): Promise<void> {
  for (const { id } of await readLedger(bench, user.id)) {
    for (const order of bench.fake.ordersOf(id))
      await deliver(bench, bench.fake.notice(order.id, NOTICE_SECRET));
  }
}

async function refundAll(deps: Deps, { user }: Run): Promise<void> {
  for (const { id } of await readLedger(bench, user.id)) {
    await refundPayment(deps, { id: adminId, ip: '127.0.0.1' }, { id, motivo: 'Cobrado em dobro' });
  }
}

const WORKS: Record<string, Work> = {
  'a card': { work: payCard },
  'a card that is sent again': { work: payCard, repeat: (run) => payCard(bench.server.deps, run) },
  'a card while a Pix is open': {
    prepare: ({ user }) => createPix(bench.server.deps, user, { plano: 'top' }),
    work: payCard,
    repeat: (run) => payCard(bench.server.deps, run),
  },
  'a Pix': { work: makeAndPayPix, repeat: payOpenPix },
  'a Pix that is asked for again': {
    work: makeAndPayPix,
    repeat: async (run) => {
      await createPix(bench.server.deps, run.user, { plano: 'basico' });
      await payOpenPix(run);
    },
  },
  'a notification': {
    prepare: async (run) => {
      await createPix(bench.server.deps, run.user, { plano: 'basico' });
      await payOpenPix(run);
      await announce(run);
    },
    work: (deps) => readNotifiedPayments(deps),
  },
  'a refund': {
    prepare: (run) => payCard(bench.server.deps, run),
    work: refundAll,
    repeat: () => finishRefunds(bench.server.deps),
  },
};

/** Refusals are told to people; the cut is what the test does. */
function expectCut(error: unknown): void {
  if (!(error instanceof SimulatedCrash) && !(error instanceof AppError)) throw error;
}

/** Runs the work of a process that is killed after so many steps, and then everything else. True when it was killed. */
async function runCut({ prepare, work, repeat }: Work, steps: number): Promise<boolean> {
  const run = { user: await makePayer(bench), key: unique('chave') };
  await prepare?.(run);
  const { deps, isOver } = crashAfter(bench.server.deps, steps);
  await work(deps, run).catch(expectCut);
  // The leases of the dead run out.
  bench.pass(5 * 60_000);
  await repeat?.(run).catch(expectCut);
  await finishAllPayments(bench, run.user.id);
  expect(await findPaymentContradictions(bench, run.user.id), `killed after ${steps} steps`).toEqual([]);
  return isOver();
}

it.each(Object.entries(WORKS))(
  'a process killed between any two steps of %s never charges twice, and leaves no paid plan missing and no unpaid one given',
  (_, work) => killAtEveryStep((steps) => runCut(work, steps)),
  300_000,
);

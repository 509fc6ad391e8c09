import type { Failure } from '@esteira/config/testing/local-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../core/errors';
import type { SessionUser } from '../../core/security/session-user';
import { unique } from '../../testing/makers';
import { createPix } from './pix/service';
import { payPlan } from './service';
import {
  findPaymentContradictions,
  finishAllPayments,
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
  user = await makePayer(bench);
});

const html = { mime: 'text/html', data: Buffer.from('<h1>Bad Gateway</h1>') };

/** What Mercado Pago does with a call that makes an order, and how often; whether the order was made all the same. */
const FAULTS: [what: string, failure: Failure, times: number][] = [
  ['wrong credentials', { status: 401 }, 1],
  ['a refused body', { status: 400, body: { errors: [{ code: 'unsupported_properties' }] } }, 1],
  ['a key that is still worked on', { status: 423, body: { errors: [{ code: 'resource_locked' }] } }, 9],
  ['too many calls', { status: 429, headers: { 'retry-after': '1' } }, 9],
  ['500 before charging', { status: 500 }, 1],
  ['500 after charging', { instead: { status: 500, body: {} } }, 1],
  ['a connection closed before charging', 'drop', 1],
  ['a connection closed after charging', 'lose_answer', 1],
  ['an HTML page after charging', { instead: { status: 502, bytes: html } }, 1],
  ['201 without an order after charging', { instead: { status: 201, body: {} } }, 1],
  ['an empty 201 after charging', { instead: { status: 201 } }, 1],
];

function expectRefusal(error: unknown): void {
  if (!(error instanceof AppError) || error.kind === 'internal') throw error;
}

const paidOrders = async () => {
  const ledger = await readLedger(bench, user.id);
  return ledger.flatMap(({ id }) => bench.fake.ordersOf(id)).filter(({ status }) => status === 'processed');
};

describe.each(FAULTS)('%s', (_, failure, times) => {
  const fail = () => bench.fake.fail({ method: 'POST', path: /orders$/, failure, times });

  it('ends in the right state without a second charge, when the seller sends the card again', async () => {
    const chave = unique('chave');
    const pay = () => payPlan(bench.server.deps, user, makeSubmission('basico', 'APRO', chave));
    fail();
    await pay().catch(expectRefusal);
    bench.fake.recover();
    await pay();
    await finishAllPayments(bench, user.id);
    expect(await findPaymentContradictions(bench, user.id)).toEqual([]);
    expect(await paidOrders()).toHaveLength(1);
  });

  it('ends in the right state without a second charge, when the user does not come back', async () => {
    fail();
    await payPlan(bench.server.deps, user, makeSubmission('basico', 'APRO')).catch(expectRefusal);
    await finishAllPayments(bench, user.id);
    expect(await findPaymentContradictions(bench, user.id)).toEqual([]);
    expect((await paidOrders()).length).toBeLessThanOrEqual(1);
  });

  it('leaves one Pix, which is the one that is shown', async () => {
    fail();
    await createPix(bench.server.deps, user, { plano: 'basico' }).catch(expectRefusal);
    bench.fake.recover();
    const pix = await createPix(bench.server.deps, user, { plano: 'basico' });
    const ledger = await readLedger(bench, user.id);
    const open = ledger.flatMap(({ id }) => bench.fake.ordersOf(id)).filter(isOpen);
    expect(open).toMatchObject([{ reference: pix.id }]);
    await finishAllPayments(bench, user.id);
    expect(await findPaymentContradictions(bench, user.id)).toEqual([]);
  });
});

const isOpen = ({ status }: { status: string }) => status === 'action_required';

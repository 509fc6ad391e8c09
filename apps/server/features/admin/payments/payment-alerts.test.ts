import { HOUR_MS } from '@esteira/domain/durations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readNotifiedPayments } from '../../checkout/notified-payments';
import { payPlan } from '../../checkout/service';
import {
  deliver,
  makePayer,
  makeSubmission,
  NOTICE_SECRET,
  openRealPayments,
  type RealPayments,
  readLedger,
} from '../../checkout/testing/real-payments';
import { findPaymentAlerts } from './payment-alerts';

let bench: RealPayments;
beforeAll(async () => {
  bench = await openRealPayments();
});
afterAll(() => bench.close());

const silent = async () => (await findPaymentAlerts(bench.server.deps)).sem_notificacoes;

async function pay(): Promise<string> {
  const user = await makePayer(bench);
  await payPlan(bench.server.deps, user, makeSubmission('basico', 'APRO'));
  const [payment] = await readLedger(bench, user.id);
  return payment?.id_externo ?? '';
}

it('warns when charges are made and no notification comes, and stops when one does', async () => {
  expect(await silent()).toBe(false);
  const orderId = await pay();
  expect(await silent()).toBe(false);
  bench.pass(2 * HOUR_MS);
  expect(await silent()).toBe(true);
  await deliver(bench, bench.fake.notice(orderId, NOTICE_SECRET));
  await readNotifiedPayments(bench.server.deps);
  expect(await silent()).toBe(false);
  bench.pass(25 * HOUR_MS);
  expect(await silent()).toBe(false);
  await pay();
  bench.pass(2 * HOUR_MS);
  expect(await silent()).toBe(true);
});

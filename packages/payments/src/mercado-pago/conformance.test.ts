import type { Failure } from '@esteira/config/testing/local-server';
import { afterEach, expect } from 'vitest';
import { describeGateway } from '../../testing/conformance';
import type { GatewayHarness } from '../../testing/gateway-harness';
import { openTestHarness, type TestHarness } from '../../testing/mercado-pago/test-harness';
import type { PaymentErrorKind } from '../payment-error';
import type { ChargeCard } from '../port';

let harness: TestHarness;

afterEach(async () => {
  expect(harness.fake.violations).toEqual([]);
  await harness.fake.close();
});

/** No `conflict`: a key that was used before is told what became of its charge, or is unclear. */
const FAILURES: Partial<Record<PaymentErrorKind, Failure>> = {
  unavailable: { status: 429, headers: { 'retry-after': '60' } },
  timeout: 'drop',
  invalid: { status: 400, body: { errors: [{ code: 'property_value' }] } },
  misconfigured: { status: 401 },
};

describeGateway('Mercado Pago', async () => {
  harness = await openTestHarness();
  return makeHarness(harness);
});

function makeHarness(bench: TestHarness): GatewayHarness {
  const failing = (failure: Failure): ChargeCard => {
    const card = bench.makeCard();
    if (card.kind !== 'token') throw new Error('not a token');
    bench.fake.fail({ method: 'POST', path: /orders$/, body: new RegExp(card.token.reveal()), failure });
    return card;
  };
  return {
    gateway: bench.gateway,
    ctx: bench.ctx,
    makeCharge: (card) => bench.makeCharge(card),
    makePix: () => bench.makePix(),
    makeRefusedCard: () => bench.makeCard('OTHE'),
    makeReviewedCard: () => bench.makeCard('CONT'),
    finishCharge: async ({ id_externo }) =>
      bench.fake.change(id_externo, { status: 'processed', detail: 'accredited' }),
    makeRenewalCard: (fate) => bench.makeCard(fate === 'approved' ? 'APRO' : 'FUND'),
    makeLostAnswerCard: () => failing('lose_answer'),
    failures: Object.keys(FAILURES) as PaymentErrorKind[],
    makeFailingCard: (kind) => failing(FAILURES[kind] ?? 'drop'),
    payPix: async ({ id_externo }) =>
      bench.fake.change(id_externo, { status: 'processed', detail: 'accredited' }),
    advance: (ms) => bench.advance(ms),
    now: () => bench.time.now,
  };
}

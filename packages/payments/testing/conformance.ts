import { inspect } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CardDetails } from '../src/card-details';
import { PaymentError, type PaymentErrorKind } from '../src/payment-error';
import type { ChargeInput, PaymentContext, PaymentGateway } from '../src/port';

/** A gateway (simulated, or the real one's adapter before a fake server), and the means to steer it. */
export type GatewayHarness = {
  gateway: PaymentGateway;
  ctx: PaymentContext;
  /** A charge under a new reference and key, with a card that is approved unless `card` is given. */
  makeCharge(card?: CardDetails): ChargeInput;
  refusedCard: CardDetails;
  /** A card whose charge goes under review; `settle` lets the review approve it. */
  reviewedCard: CardDetails;
  settle(): Promise<void>;
  /** A card that is charged although the answer gets lost. */
  lostAnswerCard: CardDetails;
  /** The failures of `charge` it can provoke in which nothing is charged, and a card for each. */
  failures: readonly PaymentErrorKind[];
  cardThatFails(kind: PaymentErrorKind): CardDetails;
};

type Get = () => GatewayHarness;

/** What every PaymentGateway keeps. `makeHarness` runs before each test and gives a gateway without charges. */
export function describeGateway(name: string, makeHarness: () => Promise<GatewayHarness>): void {
  let harness: GatewayHarness;
  beforeEach(async () => {
    harness = await makeHarness();
  });
  describe(`${name}: charge`, () => defineCharge(() => harness));
  describe(`${name}: lookup`, () => defineLookup(() => harness));
  describe(`${name}: failures`, () => defineFailures(() => harness));
}

function defineCharge(get: Get): void {
  it('approves a good card', async () => {
    const { gateway, ctx, makeCharge } = get();
    const result = await gateway.charge(ctx, makeCharge());
    expect(result).toEqual({ status: 'aprovado', id_externo: expect.stringMatching(/./) });
  });

  it('answers a refused card with a reason, not with an error', async () => {
    const { gateway, ctx, makeCharge, refusedCard } = get();
    const result = await gateway.charge(ctx, makeCharge(refusedCard));
    expect(result).toMatchObject({ status: 'recusado', motivo: expect.stringMatching(/./) });
  });

  it('charges once per idempotency key', async () => {
    const { gateway, ctx, makeCharge } = get();
    const input = makeCharge();
    const [first, again] = [await gateway.charge(ctx, input), await gateway.charge(ctx, input)];
    expect(again).toEqual(first);
    expect((await gateway.charge(ctx, makeCharge())).id_externo).not.toBe(first.id_externo);
  });

  it('refuses amounts and instalments that cannot be', async () => {
    const { gateway, ctx, makeCharge } = get();
    for (const wrong of [
      { amountCents: 0 },
      { amountCents: 99.5 },
      { installments: 0 },
      { installments: 4 },
    ]) {
      await expectKind(gateway.charge(ctx, { ...makeCharge(), ...wrong }), 'invalid');
    }
  });
}

function defineLookup(get: Get): void {
  it('finds a charge by its id and by our reference', async () => {
    const { gateway, ctx, makeCharge, refusedCard } = get();
    for (const input of [makeCharge(), makeCharge(refusedCard)]) {
      const { status, id_externo } = await gateway.charge(ctx, input);
      const { reference } = input;
      expect(await gateway.lookup(ctx, { reference })).toMatchObject({ status, id_externo });
      expect(await gateway.lookup(ctx, { reference, id_externo })).toMatchObject({ status, id_externo });
    }
  });

  it('answers null for a charge that never was', async () => {
    const { gateway, ctx } = get();
    expect(await gateway.lookup(ctx, { reference: 'nunca' })).toBeNull();
    expect(await gateway.lookup(ctx, { reference: 'nunca', id_externo: 'desconhecido' })).toBeNull();
  });

  it('tells that the card was charged when the answer got lost', async () => {
    const { gateway, ctx, makeCharge, lostAnswerCard } = get();
    const input = makeCharge(lostAnswerCard);
    await expectKind(gateway.charge(ctx, input), 'timeout');
    expect(await gateway.lookup(ctx, { reference: input.reference })).toMatchObject({
      status: 'aprovado',
    });
  });

  it('tells the end of a review', async () => {
    const { gateway, ctx, makeCharge, reviewedCard, settle } = get();
    const input = makeCharge(reviewedCard);
    const { status, id_externo } = await gateway.charge(ctx, input);
    expect(status).toBe('pendente');
    await settle();
    const found = await gateway.lookup(ctx, { reference: input.reference, id_externo });
    expect(found).toEqual({ status: 'aprovado', id_externo });
  });
}

function defineFailures(get: Get): void {
  it('names each failure by its kind, and has charged nothing', async () => {
    const { gateway, ctx, makeCharge, failures, cardThatFails } = get();
    expect(failures.length).toBeGreaterThan(0);
    for (const kind of failures) {
      const input = makeCharge(cardThatFails(kind));
      const error = await failureOf(gateway.charge(ctx, input));
      expect(error.kind).toBe(kind);
      expect(error.message.trim()).not.toBe('');
      expect(await gateway.lookup(ctx, { reference: input.reference })).toBeNull();
    }
  });

  it('charges nothing for a caller that has given up already', async () => {
    const { gateway, ctx, makeCharge } = get();
    const input = makeCharge();
    await expectKind(gateway.charge({ ...ctx, signal: AbortSignal.abort() }, input), 'unavailable');
    expect(await gateway.lookup(ctx, { reference: input.reference })).toBeNull();
  });

  it('shows no card number and no CVV in results, errors or the charge itself', async () => {
    const { gateway, ctx, makeCharge, failures, cardThatFails, refusedCard, reviewedCard, lostAnswerCard } =
      get();
    const cards = [undefined, refusedCard, reviewedCard, lostAnswerCard, ...failures.map(cardThatFails)];
    for (const card of cards) {
      const input = makeCharge(card);
      const outcome = await gateway.charge(ctx, input).catch((error: unknown) => error);
      const { number, cvv } = input.card;
      const shown = [outcome, input].map((value) => everythingIn(value)).join('\n');
      expect(shown.replace(/\D/g, '')).not.toContain(number);
      expect(shown).not.toMatch(new RegExp(`(?<![0-9a-f-])${cvv}(?![0-9a-f])`));
    }
  });
}

/** All that a log line, a serialiser or a stack trace could show of a value. */
function everythingIn(value: unknown): string {
  const stack = value instanceof Error ? value.stack : '';
  return [
    inspect(value, { depth: Infinity, showHidden: true }),
    JSON.stringify(value),
    String(value),
    stack,
  ].join();
}

async function expectKind(call: Promise<unknown>, kind: PaymentErrorKind): Promise<void> {
  expect((await failureOf(call)).kind).toBe(kind);
}

async function failureOf(call: Promise<unknown>): Promise<PaymentError> {
  const outcome = await call.then(
    () => new Error('the call succeeded'),
    (error: unknown) => error,
  );
  if (outcome instanceof PaymentError) return outcome;
  throw outcome;
}

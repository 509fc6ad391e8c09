import { inspect } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CardDetails } from './card-details';
import { PaymentError, type PaymentErrorKind } from './payment-error';
import type { ChargeInput, PaymentContext, PaymentGateway } from './port';

/** A gateway (simulated, or the real one's adapter before a fake server), and the means to steer it. */
export type GatewayHarness = {
  gateway: PaymentGateway;
  ctx: PaymentContext;
  /** A charge under a new reference and key, with a card that is approved unless `cartao` is given. */
  charge(cartao?: CardDetails): ChargeInput;
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
  describe(`${name}: refund`, () => defineRefund(() => harness));
  describe(`${name}: failures`, () => defineFailures(() => harness));
}

function defineCharge(get: Get): void {
  it('approves a good card', async () => {
    const { gateway, ctx, charge } = get();
    const result = await gateway.charge(ctx, charge());
    expect(result).toEqual({ status: 'aprovado', id_externo: expect.stringMatching(/./) });
  });

  it('answers a refused card with a reason, not with an error', async () => {
    const { gateway, ctx, charge, refusedCard } = get();
    const result = await gateway.charge(ctx, charge(refusedCard));
    expect(result).toMatchObject({ status: 'recusado', motivo: expect.stringMatching(/./) });
  });

  it('charges once per idempotency key', async () => {
    const { gateway, ctx, charge } = get();
    const cobranca = charge();
    const [first, again] = [await gateway.charge(ctx, cobranca), await gateway.charge(ctx, cobranca)];
    expect(again).toEqual(first);
    expect((await gateway.charge(ctx, charge())).id_externo).not.toBe(first.id_externo);
  });

  it('refuses amounts and instalments that cannot be', async () => {
    const { gateway, ctx, charge } = get();
    for (const wrong of [{ valor_centavos: 0 }, { valor_centavos: 99.5 }, { parcelas: 0 }, { parcelas: 4 }]) {
      await expectKind(gateway.charge(ctx, { ...charge(), ...wrong }), 'invalid');
    }
  });
}

function defineLookup(get: Get): void {
  it('finds a charge by its id and by our reference', async () => {
    const { gateway, ctx, charge, refusedCard } = get();
    for (const cobranca of [charge(), charge(refusedCard)]) {
      const { status, id_externo } = await gateway.charge(ctx, cobranca);
      const { referencia } = cobranca;
      expect(await gateway.lookup(ctx, { referencia })).toMatchObject({ status, id_externo });
      expect(await gateway.lookup(ctx, { referencia, id_externo })).toMatchObject({ status, id_externo });
    }
  });

  it('answers null for a charge that never was', async () => {
    const { gateway, ctx } = get();
    expect(await gateway.lookup(ctx, { referencia: 'nunca' })).toBeNull();
    expect(await gateway.lookup(ctx, { referencia: 'nunca', id_externo: 'desconhecido' })).toBeNull();
  });

  it('tells that the card was charged when the answer got lost', async () => {
    const { gateway, ctx, charge, lostAnswerCard } = get();
    const cobranca = charge(lostAnswerCard);
    await expectKind(gateway.charge(ctx, cobranca), 'timeout');
    expect(await gateway.lookup(ctx, { referencia: cobranca.referencia })).toMatchObject({
      status: 'aprovado',
    });
  });

  it('tells the end of a review', async () => {
    const { gateway, ctx, charge, reviewedCard, settle } = get();
    const cobranca = charge(reviewedCard);
    const { status, id_externo } = await gateway.charge(ctx, cobranca);
    expect(status).toBe('pendente');
    await settle();
    const found = await gateway.lookup(ctx, { referencia: cobranca.referencia, id_externo });
    expect(found).toEqual({ status: 'aprovado', id_externo });
  });
}

function defineRefund(get: Get): void {
  it('gives an approved charge back, once however often it is asked', async () => {
    const { gateway, ctx, charge } = get();
    const { id_externo } = await gateway.charge(ctx, charge());
    const estorno = { id_externo, chave_idempotencia: 'estorno-1' };
    expect(await gateway.refund(ctx, estorno)).toEqual({ id_externo, status: 'estornado' });
    expect(await gateway.refund(ctx, estorno)).toEqual({ id_externo, status: 'estornado' });
  });

  it('gives back nothing that was not charged', async () => {
    const { gateway, ctx, charge, refusedCard } = get();
    const { id_externo } = await gateway.charge(ctx, charge(refusedCard));
    await expectKind(gateway.refund(ctx, { id_externo, chave_idempotencia: 'estorno-2' }), 'conflict');
    const unknown = { id_externo: 'desconhecido', chave_idempotencia: 'estorno-3' };
    await expectKind(gateway.refund(ctx, unknown), 'not_found');
  });
}

function defineFailures(get: Get): void {
  it('names each failure by its kind, and has charged nothing', async () => {
    const { gateway, ctx, charge, failures, cardThatFails } = get();
    expect(failures.length).toBeGreaterThan(0);
    for (const kind of failures) {
      const cobranca = charge(cardThatFails(kind));
      const error = await failureOf(gateway.charge(ctx, cobranca));
      expect(error.kind).toBe(kind);
      expect(error.message.trim()).not.toBe('');
      expect(await gateway.lookup(ctx, { referencia: cobranca.referencia })).toBeNull();
    }
  });

  it('charges nothing for a caller that has given up already', async () => {
    const { gateway, ctx, charge } = get();
    const cobranca = charge();
    await expectKind(gateway.charge({ ...ctx, signal: AbortSignal.abort() }, cobranca), 'unavailable');
    expect(await gateway.lookup(ctx, { referencia: cobranca.referencia })).toBeNull();
  });

  it('shows no card number and no CVV in results, errors or the charge itself', async () => {
    const { gateway, ctx, charge, failures, cardThatFails, refusedCard, reviewedCard, lostAnswerCard } =
      get();
    const cards = [undefined, refusedCard, reviewedCard, lostAnswerCard, ...failures.map(cardThatFails)];
    for (const card of cards) {
      const cobranca = charge(card);
      const outcome = await gateway.charge(ctx, cobranca).catch((error: unknown) => error);
      const { numero, cvv } = cobranca.cartao;
      const told = [outcome, cobranca].map((value) => everythingIn(value)).join('\n');
      expect(told.replace(/\D/g, '')).not.toContain(numero);
      expect(told).not.toMatch(new RegExp(`(?<![0-9a-f-])${cvv}(?![0-9a-f])`));
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

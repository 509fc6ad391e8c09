import { inspect } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { PaymentError, type PaymentErrorKind } from '../src/payment-error';
import type { ChargeInput, ChargeRef, KnownCharge, PixInput } from '../src/port';
import { defineRenewals } from './conformance-renewals';
import type { GatewayHarness } from './gateway-harness';

type Get = () => GatewayHarness;

const HALF_AN_HOUR_MS = 30 * 60_000;

/** What every PaymentGateway keeps. `makeHarness` runs before each test and gives a gateway without charges. */
export function describeGateway(name: string, makeHarness: () => Promise<GatewayHarness>): void {
  let harness: GatewayHarness;
  beforeEach(async () => {
    harness = await makeHarness();
  });
  describe(`${name}: charge`, () => defineCharge(() => harness));
  describe(`${name}: Pix`, () => definePix(() => harness));
  describe(`${name}: lookup`, () => defineLookup(() => harness));
  describe(`${name}: refund`, () => defineRefund(() => harness));
  describe(`${name}: renewals`, () => defineRenewals(() => harness));
  describe(`${name}: failures`, () => defineFailures(() => harness));
}

function defineCharge(get: Get): void {
  it('approves a good card', async () => {
    const { gateway, ctx, makeCharge } = get();
    const result = await gateway.charge(ctx, makeCharge());
    expect(result).toEqual({ status: 'aprovado', id_externo: expect.stringMatching(/./) });
  });

  it('answers a refused card with a reason, not with an error', async () => {
    const { gateway, ctx, makeCharge, makeRefusedCard } = get();
    const result = await gateway.charge(ctx, makeCharge(makeRefusedCard()));
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

function definePix(get: Get): void {
  it('is pending with its code and term until it is paid', async () => {
    const harness = get();
    const { gateway, ctx, now } = harness;
    const input = harness.makePix();
    const made = await gateway.createPix(ctx, input);
    const expira_em = new Date(now().getTime() + HALF_AN_HOUR_MS);
    expect(made).toMatchObject({
      status: 'pendente',
      pix: { copia_e_cola: expect.stringMatching(/./), expira_em },
    });
    expect(await gateway.lookup(ctx, toRef(harness, input))).toEqual(made);
    await harness.payPix(toKnown(harness, input, made.id_externo));
    const paid = { status: 'aprovado', id_externo: made.id_externo };
    expect(await gateway.lookup(ctx, toRef(harness, input))).toEqual(paid);
  });

  it('is made once per idempotency key', async () => {
    const { gateway, ctx, makePix } = get();
    const input = makePix();
    const made = await gateway.createPix(ctx, input);
    expect(await gateway.createPix(ctx, input)).toEqual(made);
    expect((await gateway.createPix(ctx, makePix())).id_externo).not.toBe(made.id_externo);
  });

  it('ends with its term', async () => {
    const harness = get();
    const { gateway, ctx } = harness;
    const input = harness.makePix();
    const { id_externo } = await gateway.createPix(ctx, input);
    const known = toKnown(harness, input, id_externo);
    harness.advance(HALF_AN_HOUR_MS);
    expect(await gateway.lookup(ctx, known)).toMatchObject({ status: 'recusado', motivo: expect.anything() });
  });

  it('can be cancelled while it is open, and a cancel that comes too late tells that it was paid', async () => {
    const harness = get();
    const { gateway, ctx } = harness;
    const [open, paid] = [harness.makePix(), harness.makePix()];
    const first = toKnown(harness, open, (await gateway.createPix(ctx, open)).id_externo);
    expect(await gateway.cancel(ctx, first)).toMatchObject({ status: 'recusado' });
    expect(await gateway.cancel(ctx, first)).toMatchObject({ status: 'recusado' });
    const second = toKnown(harness, paid, (await gateway.createPix(ctx, paid)).id_externo);
    await harness.payPix(second);
    expect(await gateway.cancel(ctx, second)).toMatchObject({ status: 'aprovado' });
  });
}

function defineLookup(get: Get): void {
  it('finds a charge by its id and by our reference', async () => {
    const harness = get();
    const { gateway, ctx, makeCharge, makeRefusedCard } = harness;
    for (const input of [makeCharge(), makeCharge(makeRefusedCard())]) {
      const { status, id_externo } = await gateway.charge(ctx, input);
      const charge = toRef(harness, input);
      expect(await gateway.lookup(ctx, charge)).toMatchObject({ status, id_externo });
      expect(await gateway.lookup(ctx, { ...charge, id_externo })).toMatchObject({ status, id_externo });
    }
  });

  it('answers null for a charge that never was', async () => {
    const { gateway, ctx, now } = get();
    const never = { reference: 'nunca', amountCents: 100, createdAt: now() };
    expect(await gateway.lookup(ctx, never)).toBeNull();
    expect(await gateway.lookup(ctx, { ...never, id_externo: 'desconhecido' })).toBeNull();
  });

  it('tells that the card was charged when the answer got lost', async () => {
    const harness = get();
    const { gateway, ctx, makeCharge, makeLostAnswerCard } = harness;
    const input = makeCharge(makeLostAnswerCard());
    await expectKind(gateway.charge(ctx, input), 'timeout');
    expect(await gateway.lookup(ctx, toRef(harness, input))).toMatchObject({ status: 'aprovado' });
  });

  it('tells the end of a review', async () => {
    const harness = get();
    const { gateway, ctx } = harness;
    const input = harness.makeCharge(harness.makeReviewedCard());
    const { status, id_externo } = await gateway.charge(ctx, input);
    expect(status).toBe('pendente');
    const known = toKnown(harness, input, id_externo);
    await harness.finishCharge(known);
    expect(await gateway.lookup(ctx, known)).toEqual({ status: 'aprovado', id_externo });
  });
}

function defineRefund(get: Get): void {
  it('gives the money back once, however often it is called', async () => {
    const harness = get();
    const { gateway, ctx } = harness;
    const input = harness.makeCharge();
    const known = toKnown(harness, input, (await gateway.charge(ctx, input)).id_externo);
    const refunded = { status: 'estornado', id_externo: known.id_externo };
    expect(await gateway.refund(ctx, known)).toEqual(refunded);
    expect(await gateway.refund(ctx, { ...known, idempotencyKey: 'outra' })).toEqual(refunded);
    expect(await gateway.lookup(ctx, known)).toEqual(refunded);
  });

  it('refuses what was not paid', async () => {
    const harness = get();
    const { gateway, ctx } = harness;
    const pix = harness.makePix();
    const { id_externo } = await gateway.createPix(ctx, pix);
    await expectKind(gateway.refund(ctx, toKnown(harness, pix, id_externo)), 'invalid');
    const card = harness.makeCharge(harness.makeRefusedCard());
    const refused = await gateway.charge(ctx, card);
    await expectKind(gateway.refund(ctx, toKnown(harness, card, refused.id_externo)), 'invalid');
  });
}

function defineFailures(get: Get): void {
  it('names each failure by its kind, and has charged nothing', async () => {
    const harness = get();
    const { gateway, ctx, failures } = harness;
    expect(failures.length).toBeGreaterThan(0);
    for (const kind of failures) {
      const input = harness.makeCharge(harness.makeFailingCard(kind));
      const error = await getFailure(gateway.charge(ctx, input));
      expect(error.kind).toBe(kind);
      expect(error.message.trim()).not.toBe('');
      expect(await gateway.lookup(ctx, toRef(harness, input))).toBeNull();
    }
  });

  it('charges nothing for a caller that has given up already', async () => {
    const harness = get();
    const { gateway, ctx } = harness;
    const [card, pix] = [harness.makeCharge(), harness.makePix()];
    const gone = { ...ctx, signal: AbortSignal.abort() };
    await expectKind(gateway.charge(gone, card), 'unavailable');
    await expectKind(gateway.createPix(gone, pix), 'unavailable');
    for (const input of [card, pix]) expect(await gateway.lookup(ctx, toRef(harness, input))).toBeNull();
  });

  it('shows no card number, CVV, token or CPF in results, errors or the charge itself', async () => {
    const harness = get();
    const { gateway, ctx, failures } = harness;
    const cards = [
      undefined,
      harness.makeRefusedCard(),
      harness.makeReviewedCard(),
      harness.makeLostAnswerCard(),
      ...failures.map((kind) => harness.makeFailingCard(kind)),
    ];
    for (const card of cards) {
      const input = harness.makeCharge(card);
      const outcome = await gateway.charge(ctx, input).catch((error: unknown) => error);
      const shown = [outcome, input].map((value) => everythingIn(value)).join('\n');
      for (const secret of secretsOf(input)) expect(shown).not.toMatch(aloneOrGrouped(secret));
    }
  });
}

function toRef({ now }: GatewayHarness, { reference, amountCents }: ChargeInput | PixInput): ChargeRef {
  return { reference, amountCents, createdAt: now() };
}

function toKnown(harness: GatewayHarness, input: ChargeInput | PixInput, id_externo: string): KnownCharge {
  return { ...toRef(harness, input), id_externo, idempotencyKey: `${input.idempotencyKey}-mudar` };
}

function secretsOf({ card, payer }: ChargeInput): string[] {
  const cpf = payer.cpf === undefined ? [] : [payer.cpf.reveal()];
  if (card.kind === 'token') return [card.token.reveal(), ...cpf];
  return [card.details.number, card.details.cvv, ...cpf];
}

/** The text, its characters perhaps apart, and not as part of a hexadecimal id. */
function aloneOrGrouped(secret: string): RegExp {
  return new RegExp(`(?<![0-9a-f-])${[...secret].join('[ .]?')}(?![0-9a-f])`);
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
  expect((await getFailure(call)).kind).toBe(kind);
}

async function getFailure(call: Promise<unknown>): Promise<PaymentError> {
  const outcome = await call.then(
    () => new Error('the call succeeded'),
    (error: unknown) => error,
  );
  if (outcome instanceof PaymentError) return outcome;
  throw outcome;
}

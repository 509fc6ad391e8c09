import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startFakeMercadoPago } from '../../testing/mercado-pago/server';
import { openTestHarness, type TestHarness } from '../../testing/mercado-pago/test-harness';
import { PaymentError } from '../payment-error';
import type { ChargeCard, ChargeInput } from '../port';

let bench: TestHarness;

beforeEach(async () => {
  bench = await openTestHarness();
});
afterEach(async () => {
  expect(bench.fake.violations).toEqual([]);
  await bench.fake.close();
});

const charge = (card?: ChargeCard) => bench.gateway.charge(bench.ctx, bench.makeCharge(card));
const ORDERS = { method: 'POST', path: /orders$/ };

function getFailure(call: Promise<unknown>): Promise<PaymentError> {
  return call.then(
    () => Promise.reject(new Error('the call succeeded')),
    (error: unknown) => (error instanceof PaymentError ? error : Promise.reject(error)),
  );
}

/** A renewal that charges at once. */
async function startRenewal() {
  const { reference, amountCents, description, payer } = bench.makeCharge();
  const started = await bench.gateway.renewals.start(bench.ctx, {
    ...{ reference, amountCents, description, payer, card: bench.makeCard() },
    months: 1,
    startsAt: bench.time.now,
    backUrl: 'https://loja.example/configuracoes/assinatura',
  });
  if (started.status === 'recusado') throw new Error('the card was refused');
  return { reference, payerEmail: payer.email, id_externo: started.id_externo };
}

async function findAgain(input: ChargeInput) {
  const { reference, amountCents } = input;
  return bench.gateway.lookup(bench.ctx, { reference, amountCents, createdAt: bench.time.now });
}

describe('a refused card', () => {
  it.each([
    ['OTHE', 'O banco do cartão recusou. Use outro cartão ou Pix.'],
    ['CALL', 'Autorize o pagamento com o banco e tente de novo.'],
    ['FUND', 'Saldo ou limite insuficiente.'],
    ['SECU', 'Confira os dados do cartão.'],
    ['RISK', 'Pagamento recusado. Use outro cartão ou Pix.'],
    ['LOCK', 'Cartão não ativado. Fale com o banco.'],
    ['ATTE', 'Limite de tentativas. Use outro cartão ou Pix.'],
    ['INST', 'O cartão não aceita esse número de parcelas.'],
    ['NADA', 'Os dados do cartão expiraram. Digite de novo.'],
  ])('%s tells the payer why', async (holder, motivo) => {
    expect(await charge(bench.makeCard(holder))).toMatchObject({ status: 'recusado', motivo });
  });

  it('does not stand in the way of another charge with another card', async () => {
    expect((await charge(bench.makeCard('FUND'))).status).toBe('recusado');
    expect((await charge()).status).toBe('aprovado');
  });

  it('is refused when its token is used a second time', async () => {
    const card = bench.makeCard();
    expect((await charge(card)).status).toBe('aprovado');
    expect((await charge(card)).status).toBe('recusado');
  });

  it('whose bank asks something at no address is refused, and nothing stays open', async () => {
    const input = bench.makeCharge(bench.makeCard('CHNO'));
    expect(await bench.gateway.charge(bench.ctx, input)).toMatchObject({
      status: 'recusado',
      motivo: 'O banco do cartão pede uma autenticação. Use outro cartão ou Pix.',
    });
    expect(bench.fake.ordersOf(input.reference)).toMatchObject([{ status: 'canceled' }]);
  });
});

describe('a card whose bank asks its payer something', () => {
  let input: ChargeInput;
  const orderId = () => bench.fake.ordersOf(input.reference)[0]?.id ?? '';
  const look = () =>
    bench.gateway.lookup(bench.ctx, { ...input, createdAt: new Date('2026-11-21T15:00:00Z') });
  beforeEach(async () => {
    input = bench.makeCharge(bench.makeCard('CHAL'));
    expect(await bench.gateway.charge(bench.ctx, input)).toMatchObject({
      status: 'pendente',
      motivo: 'Confirme a compra com o seu banco.',
      challengeUrl: expect.stringMatching(/^https:/),
    });
  });

  it('is approved when the payer answers', async () => {
    bench.fake.change(orderId(), { status: 'processed', detail: 'accredited' });
    expect(await look()).toMatchObject({ status: 'aprovado' });
  });

  it.each([
    ['fails', { status: 'failed', detail: 'cc_rejected_3ds_challenge' }],
    ['runs out of time', { status: 'canceled', detail: 'expired' }],
  ])('is refused with a sentence when that %s', async (_, change) => {
    bench.fake.change(orderId(), change);
    expect(await look()).toMatchObject({
      status: 'recusado',
      motivo: 'A autenticação do banco não foi concluída.',
    });
  });

  it('is refused by itself when the payer is gone', async () => {
    bench.advance(6 * 60_000);
    expect(await look()).toMatchObject({ status: 'recusado' });
  });

  it('is ended when Mercado Pago leaves it open for a quarter of an hour', async () => {
    bench.advance(16 * 60_000);
    bench.fake.change(orderId(), { createdAt: bench.time.now });
    bench.fake.change(orderId(), { status: 'action_required', detail: 'pending_challenge' });
    expect(await look()).toMatchObject({
      status: 'recusado',
      motivo: 'A autenticação do banco não foi concluída.',
    });
    expect(bench.fake.ordersOf(input.reference)).toMatchObject([{ status: 'canceled' }]);
  });

  it('stays pending when it cannot be ended, and its end is asked for once by each look', async () => {
    bench.advance(16 * 60_000);
    bench.fake.change(orderId(), { createdAt: bench.time.now });
    bench.fake.change(orderId(), { status: 'action_required', detail: 'pending_challenge' });
    const failure = { status: 409, body: { errors: [{ code: 'cannot_cancel_order' }] } };
    bench.fake.fail({ method: 'POST', path: /cancel$/, failure, times: 9 });
    expect(await look()).toMatchObject({ status: 'pendente' });
    expect(bench.fake.calls('POST', /cancel$/)).toHaveLength(1);
  });
});

describe('a submission that is repeated', () => {
  it('with a new token under its key is told the first result and charges nothing', async () => {
    const input = bench.makeCharge();
    const first = await bench.gateway.charge(bench.ctx, input);
    expect(await bench.gateway.charge(bench.ctx, { ...input, card: bench.makeCard() })).toEqual(first);
    expect(bench.fake.ordersOf(input.reference)).toHaveLength(1);
  });

  it('is unclear, not free to be sent as another one, while the search does not show the first', async () => {
    const input = bench.makeCharge();
    await bench.gateway.charge(bench.ctx, input);
    const hidden = { status: 200, body: { data: [], paging: { total: '0' } } };
    bench.fake.fail({ method: 'GET', path: /orders$/, failure: hidden });
    const again = bench.gateway.charge(bench.ctx, { ...input, card: bench.makeCard() });
    expect((await getFailure(again)).kind).toBe('timeout');
  });

  it('while the first is under way waits a moment, and is told the first result', async () => {
    const input = bench.makeCharge();
    const locked = { status: 423, body: { errors: [{ code: 'resource_locked' }] } };
    bench.fake.fail({ ...ORDERS, failure: locked, times: 2 });
    expect((await bench.gateway.charge(bench.ctx, input)).status).toBe('aprovado');
    expect(bench.waits).toEqual([1_000, 2_000]);
  });

  it('that stays locked may have charged: it is unclear, not free', async () => {
    bench.fake.fail({ ...ORDERS, failure: { status: 423 }, times: 9 });
    expect((await getFailure(charge())).kind).toBe('timeout');
    expect(bench.waits).toEqual([1_000, 2_000, 4_000]);
  });
});

describe('faults of Mercado Pago', () => {
  it('429 waits as long as it is told, within bounds, and then charges once', async () => {
    const input = bench.makeCharge();
    bench.fake.fail({ ...ORDERS, failure: { status: 429, headers: { 'retry-after': '3' } } });
    expect((await bench.gateway.charge(bench.ctx, input)).status).toBe('aprovado');
    expect(bench.waits).toEqual([3_000]);
    expect(bench.fake.ordersOf(input.reference)).toHaveLength(1);
  });

  it.each([
    ['a connection that closes after charging', 'lose_answer' as const],
    ['HTML from a proxy', { status: 502, body: '<html>' }],
    ['a 201 without an order', { status: 201, body: { ok: true } }],
    ['a 402 without an order', { status: 402, body: { errors: [{ code: 'failed' }] } }],
  ])('%s is unclear; lookup tells what became of it', async (_, failure) => {
    const input = bench.makeCharge();
    bench.fake.fail({ ...ORDERS, failure });
    expect((await getFailure(bench.gateway.charge(bench.ctx, input))).kind).toBe('timeout');
    const found = await findAgain(input);
    expect(found?.status).toBe(failure === 'lose_answer' ? 'aprovado' : undefined);
  });

  it('without any connection nothing was charged', async () => {
    await bench.fake.close();
    expect((await getFailure(charge())).kind).toBe('unavailable');
  });

  it('an abort on the way is unclear, and does not wait for the end', async () => {
    await charge();
    bench.fake.fail({ ...ORDERS, failure: { delayMs: 5_000 } });
    const input = bench.makeCharge();
    const gone = { ...bench.ctx, signal: AbortSignal.timeout(50) };
    expect((await getFailure(bench.gateway.charge(gone, input))).kind).toBe('timeout');
  });

  it('a refund that comes too soon is tried again under its key', async () => {
    const input = bench.makeCharge();
    const { id_externo } = await bench.gateway.charge(bench.ctx, input);
    const known = bench.toKnown(input, id_externo);
    expect((await bench.gateway.refund(bench.ctx, known)).status).toBe('estornado');
    expect(bench.fake.calls('POST', /refund$/).map(({ status }) => status)).toEqual([422, 201]);
  });

  it.each([
    [422, 'unprocessable_entity', 'that comes too soon at every try may still be made', 'timeout'],
    [409, 'cannot_refund_order', 'that is not possible is refused for good', 'invalid'],
  ])('%i %s: a refund %s', async (status, code, _, kind) => {
    const input = bench.makeCharge();
    const { id_externo } = await bench.gateway.charge(bench.ctx, input);
    const failure = { status, body: { errors: [{ code }] } };
    bench.fake.fail({ method: 'POST', path: /refund$/, failure, times: 4 });
    const call = bench.gateway.refund(bench.ctx, bench.toKnown(input, id_externo));
    expect((await getFailure(call)).kind).toBe(kind);
  });
});

describe('what is approved', () => {
  it.each([
    ['amount', { amountCents: 1 }],
    ['currency', { currency: 'ARS' }],
    ['reference', { reference: 'outro-pagamento' }],
    ['receiver', { receiverId: '999' }],
  ])('of another %s is never taken for the payment', async (_, fields) => {
    const input = bench.makeCharge(bench.makeCard('CONT'));
    const { id_externo } = await bench.gateway.charge(bench.ctx, input);
    bench.fake.change(id_externo, { status: 'processed', detail: 'accredited', ...fields });
    const known = bench.toKnown(input, id_externo);
    expect((await getFailure(bench.gateway.lookup(bench.ctx, known))).kind).toBe('mismatch');
  });

  it('and contested later is told so', async () => {
    const input = bench.makeCharge();
    const { id_externo } = await bench.gateway.charge(bench.ctx, input);
    bench.fake.change(id_externo, { status: 'charged_back', detail: 'in_process' });
    expect(await bench.gateway.lookup(bench.ctx, bench.toKnown(input, id_externo))).toEqual({
      status: 'contestado',
      id_externo,
    });
  });

  it('in an unknown state is neither approved nor refused', async () => {
    const input = bench.makeCharge();
    const { id_externo } = await bench.gateway.charge(bench.ctx, input);
    bench.fake.change(id_externo, { status: 'novidade', detail: '' });
    expect((await bench.gateway.lookup(bench.ctx, bench.toKnown(input, id_externo)))?.status).toBe(
      'pendente',
    );
  });
});

describe('every write', () => {
  it('bears an idempotency key, without which Mercado Pago refuses it', async () => {
    const { gateway, ctx, fake } = bench;
    const [card, pix] = [bench.makeCharge(), bench.makePix()];
    const paid = await gateway.charge(ctx, card);
    const open = await gateway.createPix(ctx, pix);
    await gateway.cancel(ctx, bench.toKnown(pix, open.id_externo));
    await gateway.refund(ctx, bench.toKnown(card, paid.id_externo));
    const { id_externo, reference } = await startRenewal();
    const [charge = ''] = (await gateway.renewals.read(ctx, id_externo)).charges;
    await gateway.refund(ctx, { ...bench.toKnown(card, charge), reference });
    await gateway.renewals.end(ctx, id_externo);
    const writes = [...fake.calls('POST'), ...fake.calls('PUT')];
    expect(writes.map(({ path }) => path.split('/').at(-1))).toEqual(
      expect.arrayContaining(['orders', 'cancel', 'refund', 'refunds', 'preapproval']),
    );
    expect(writes.filter(({ status }) => status === 400)).toEqual([]);
    const headers = { authorization: `Bearer ${fake.accessToken}` };
    const other = await startFakeMercadoPago();
    const bare = await fetch(`${other.url}/v1/orders`, { method: 'POST', headers, body: '{}' });
    expect(await bare.json()).toMatchObject({ errors: [{ code: 'empty_required_header' }] });
    await other.close();
  });
});

describe('a Pix', () => {
  it('is paid by its payer after a while', async () => {
    const input = bench.makePix('APRO');
    const made = await bench.gateway.createPix(bench.ctx, input);
    bench.advance(5_000);
    const known = bench.toKnown(input, made.id_externo);
    expect((await bench.gateway.lookup(bench.ctx, known))?.status).toBe('aprovado');
  });
});

describe('a search', () => {
  it('that lags behind finds the charge later', async () => {
    await bench.fake.close();
    bench = await openTestHarness({ searchLagMs: 60_000 });
    const input = bench.makeCharge();
    bench.fake.fail({ ...ORDERS, failure: 'lose_answer' });
    await getFailure(bench.gateway.charge(bench.ctx, input));
    const createdAt = bench.time.now;
    const { reference, amountCents } = input;
    const find = () => bench.gateway.lookup(bench.ctx, { reference, amountCents, createdAt });
    expect(await find()).toBeNull();
    bench.advance(61_000);
    expect((await find())?.status).toBe('aprovado');
  });

  it('finds a renewal behind more of the same payer than a page holds', async () => {
    for (let made = 0; made < 30; made += 1) await startRenewal();
    const { reference, payerEmail, id_externo } = await startRenewal();
    const found = await bench.gateway.renewals.find(bench.ctx, { reference, payerEmail });
    expect(found).toMatchObject({ id_externo });
  });

  it('ends, whatever number of results it is told', async () => {
    const { id_externo } = await startRenewal();
    const failure = { status: 200, body: { results: [{ payment: { id: 1 } }], paging: { total: 1e9 } } };
    bench.fake.fail({ method: 'GET', path: /authorized_payments\/search$/, failure, times: 1_000 });
    await bench.gateway.renewals.read(bench.ctx, id_externo);
    expect(bench.fake.calls('GET', /search$/).length).toBeLessThan(100);
  });
});

it('takes no card data', async () => {
  const { CardDetails } = await import('../card-details');
  const fields = { number: '4111111111111111', holder: 'ANA', expiry: '12/30', cvv: '123' };
  const call = charge({ kind: 'details', details: new CardDetails(fields) });
  expect((await getFailure(call)).kind).toBe('invalid');
  expect(bench.fake.calls()).toEqual([]);
});

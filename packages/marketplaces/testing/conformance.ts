import { beforeEach, describe, expect, it } from 'vitest';
import { AdapterError, type AdapterErrorKind } from '../src/adapter-error';
import type { LabelRequest, MarketplaceAdapter } from '../src/port';
import { openLabel } from '../src/simulated/drawn-label';
import { feeQuestion } from './fee-question';
import { defineOwnership, type Get, type MarketplaceHarness, published, refOf } from './listing-conformance';
import { readOrder, readParcel } from './readings';

/**
 * What every MarketplaceAdapter keeps, whatever is behind it. `makeHarness` runs before each test and gives an
 * empty account.
 */
export function describeMarketplace(name: string, makeHarness: () => Promise<MarketplaceHarness>): void {
  let harness: MarketplaceHarness;
  beforeEach(async () => {
    harness = await makeHarness();
  });
  describe(`${name}: publication`, () => definePublication(() => harness));
  describe(`${name}: whose listing it is`, () => defineOwnership(() => harness));
  describe(`${name}: listing off and on sale`, () => defineAvailability(() => harness));
  describe(`${name}: stock and price`, () => defineStockAndPrice(() => harness));
  describe(`${name}: orders`, () => defineOrders(() => harness));
  describe(`${name}: fees before a sale`, () => defineFees(() => harness));
  describe(`${name}: charges`, () => defineCharges(() => harness));
  describe(`${name}: shipping`, () => defineShipping(() => harness));
  describe(`${name}: failures`, () => defineFailures(() => harness));
}

function definePublication(get: Get): void {
  it('brings an ordinary product on sale with its price and stock', async () => {
    const { adapter, ctx, product, finishProcessing } = get();
    const produto = product();
    const result = await adapter.publish(ctx, produto);
    expect(result.status).toBe(get().publishes);
    await finishProcessing();
    const { preco_centavos, estoque } = produto;
    expect(await adapter.getListing(ctx, refOf(produto, result))).toMatchObject({
      status: 'live',
      preco_centavos,
      estoque,
      motivos: [],
    });
  });

  it('answers a refused product with reasons, not with an error', async () => {
    const { adapter, ctx, refusedProduct } = get();
    const result = await adapter.publish(ctx, refusedProduct());
    if (result.status !== 'rejected') throw new Error(`expected a refusal, got ${result.status}`);
    expect(result.motivos.length).toBeGreaterThan(0);
    for (const motivo of result.motivos) expect(motivo.trim()).not.toBe('');
  });

  it('does not show a listing to another seller, nor one that never was', async () => {
    const { adapter, ctx, otherCtx } = get();
    const anuncio = await published(get());
    await expectKind(adapter.getListing(otherCtx, anuncio), 'not_found');
    await expectKind(adapter.getListing(ctx, { ...anuncio, id_externo: 'DESCONHECIDO' }), 'not_found');
  });
}

function defineAvailability(get: Get): void {
  const offSale = ['paused', 'out_of_stock'];

  it('pauses, even when asked twice', async () => {
    const { adapter, ctx } = get();
    const anuncio = await published(get());
    await adapter.pause(ctx, anuncio);
    await adapter.pause(ctx, anuncio);
    expect(offSale).toContain((await adapter.getListing(ctx, anuncio)).status);
  });

  it('brings a paused listing back when its product is published again', async () => {
    const { adapter, ctx, product } = get();
    const produto = product();
    const anuncio = await published(get(), produto);
    await adapter.pause(ctx, anuncio);
    const { id_externo } = anuncio;
    expect((await published(get(), { ...produto, id_externo })).id_externo).toBe(id_externo);
    expect((await adapter.getListing(ctx, anuncio)).status).toBe('live');
  });

  it('closes for good, and closing again does no harm', async () => {
    const { adapter, ctx } = get();
    const anuncio = await published(get());
    await adapter.close(ctx, anuncio);
    await adapter.close(ctx, anuncio);
    await adapter.close(ctx, { ...anuncio, id_externo: 'DESCONHECIDO' });
    const error = await failureOf(adapter.pause(ctx, anuncio));
    expect(['conflict', 'not_found']).toContain(error.kind);
  });
}

function defineStockAndPrice(get: Get): void {
  it('sets stock absolutely: a repeated push changes nothing more', async () => {
    const { adapter, ctx } = get();
    const anuncio = await published(get());
    await adapter.updateStock(ctx, anuncio, 7);
    await adapter.updateStock(ctx, anuncio, 7);
    expect(await adapter.getListing(ctx, anuncio)).toMatchObject({ status: 'live', estoque: 7 });
  });

  it('takes a listing off sale at zero stock and back with the next unit', async () => {
    const { adapter, ctx } = get();
    const anuncio = await published(get());
    await adapter.updateStock(ctx, anuncio, 0);
    expect((await adapter.getListing(ctx, anuncio)).status).not.toBe('live');
    await adapter.updateStock(ctx, anuncio, 1);
    expect(await adapter.getListing(ctx, anuncio)).toMatchObject({ status: 'live', estoque: 1 });
  });

  it('refuses a stock that is no whole number from zero', async () => {
    const { adapter, ctx } = get();
    const anuncio = await published(get());
    await expectKind(adapter.updateStock(ctx, anuncio, -1), 'validation');
    await expectKind(adapter.updateStock(ctx, anuncio, 1.5), 'validation');
  });

  it('sets the price in cents and leaves the stock alone', async () => {
    const { adapter, ctx, product } = get();
    const produto = product();
    const anuncio = await published(get(), produto);
    expect(await adapter.updatePrice(ctx, anuncio, 25_990)).toBe('done');
    const state = await adapter.getListing(ctx, anuncio);
    expect(state).toMatchObject({ preco_centavos: 25_990, estoque: produto.estoque });
  });

  it('refuses a price of zero', async () => {
    const { adapter, ctx } = get();
    await expectKind(adapter.updatePrice(ctx, await published(get()), 0), 'validation');
  });
}

function defineOrders(get: Get): void {
  it('lists a new order and reads it with its items, buyer and payment', async () => {
    const { adapter, ctx, placeOrder, product } = get();
    const produto = product();
    const anuncio = await published(get(), produto);
    const { ml_order_id } = await placeOrder(produto);
    expect(await changedSince(get(), new Date(0))).toEqual([ml_order_id]);
    const order = await readOrder({ adapter, ctx }, ml_order_id);
    expect(order).toMatchObject({ marketplace: adapter.kind, ml_order_id, situacao: 'pago' });
    expect(order.itens).toMatchObject([
      { id_externo: anuncio.id_externo, quantidade: 2, preco_unitario_centavos: produto.preco_centavos },
    ]);
    expect(order.cliente_nome).toBeTruthy();
    expect(order.cliente_endereco).toMatch(/\d{5}-?\d{3}/);
  });

  it('lists only what changed since the given moment', async () => {
    const { adapter, ctx, placeOrder, product } = get();
    const produto = product();
    await published(get(), produto);
    const { ml_order_id } = await placeOrder(produto);
    const { atualizado_em } = await readOrder({ adapter, ctx }, ml_order_id);
    expect(await changedSince(get(), atualizado_em)).toContain(ml_order_id);
    expect(await changedSince(get(), new Date(atualizado_em.getTime() + 60_000))).toEqual([]);
  });

  it('does not show an order to another seller, nor one that never was', async () => {
    const { adapter, ctx, otherCtx, placeOrder, product } = get();
    const produto = product();
    await published(get(), produto);
    const { ml_order_id } = await placeOrder(produto);
    await expectKind(adapter.readOrder(otherCtx, ml_order_id), 'not_found');
    await expectKind(adapter.readOrder(ctx, '1'), 'not_found');
  });
}

function defineCharges(get: Get): void {
  async function orderOf({ product, placeOrder }: MarketplaceHarness): Promise<LabelRequest> {
    const produto = product();
    await published(get(), produto);
    return placeOrder(produto);
  }

  it('are told in whole cents, one of a name, and the same as often as they are asked for', async () => {
    const { adapter, ctx, postCharges } = get();
    const pedido = await orderOf(get());
    const sum = await postCharges(pedido);
    const told = await adapter.readCharges(ctx, pedido.ml_order_id);
    const amounts = [...told.charges, ...(told.freight ? [told.freight] : [])].map(({ cents }) => cents);
    expect(amounts.every((cents) => Number.isSafeInteger(cents) && cents >= 0)).toBe(true);
    expect(amounts.reduce((total, cents) => total + cents, 0)).toBe(sum);
    const codes = told.charges.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(await adapter.readCharges(ctx, pedido.ml_order_id)).toEqual(told);
  });

  it('of an order are not told to another seller', async () => {
    const { adapter, otherCtx, postCharges } = get();
    const pedido = await orderOf(get());
    await postCharges(pedido);
    const told = await adapter.readCharges(otherCtx, pedido.ml_order_id).catch((error: unknown) => error);
    if (told instanceof AdapterError) expect(told.kind).toBe('not_found');
    else expect(told).toEqual({ charges: [], freight: null });
  });
}

const logisticsOf = ({ kind }: MarketplaceAdapter) => (kind === 'amazon' ? 'dba' : 'xd_drop_off');

function defineFees(get: Get): void {
  it('are told in whole cents or shares, one of a name, and the same as often as they are asked for', async () => {
    const { adapter, ctx, product, expectedFees } = get();
    const produto = product();
    const question = feeQuestion(logisticsOf(adapter), produto);
    const told = await adapter.quoteFees(ctx, question);
    expect(told.gaps).toEqual([]);
    expect(told.fromCents).toBeLessThanOrEqual(produto.preco_centavos);
    expect(told.toCents).toBeGreaterThanOrEqual(produto.preco_centavos);
    const amounts = told.fees.map(({ charge }) =>
      'cents' in charge ? charge.cents : Math.round((produto.preco_centavos * charge.shareBps) / 10_000),
    );
    expect(amounts.every((cents) => Number.isSafeInteger(cents) && cents >= 0)).toBe(true);
    const sum = amounts.reduce((total, cents) => total + cents, 0);
    expect(told.fees.length === 0 ? null : sum).toBe(expectedFees(produto));
    expect(new Set(told.fees.map(({ code }) => code)).size).toBe(told.fees.length);
    expect(await adapter.quoteFees(ctx, question)).toEqual(told);
  });

  it('are not told of a price of zero, nor after the caller gave up', async () => {
    const { adapter, ctx, product } = get();
    const question = feeQuestion(logisticsOf(adapter), product());
    await expectKind(adapter.quoteFees(ctx, { ...question, preco_centavos: 0 }), 'validation');
    const given = { ...ctx, signal: AbortSignal.abort() };
    await expectKind(adapter.quoteFees(given, question), 'upstream_unavailable');
  });
}

function defineShipping(get: Get): void {
  async function orderOf({ product, placeOrder }: MarketplaceHarness): Promise<LabelRequest> {
    const produto = product();
    await published(get(), produto);
    return placeOrder(produto);
  }

  it('gives the label as a PDF, as often as it is asked', async () => {
    const { adapter, ctx } = get();
    const pedido = await orderOf(get());
    for (const label of [await adapter.getLabel(ctx, pedido), await adapter.getLabel(ctx, pedido)]) {
      if (!label.ready) throw new Error(`label not ready: ${label.motivo}`);
      const opened = await openLabel({ tipo: label.mime, conteudo: label.bytes });
      expect(opened.tipo).toBe('application/pdf');
      expect(new TextDecoder().decode(opened.conteudo.subarray(0, 4))).toBe('%PDF');
    }
  });

  it('tells where the parcel stands, in step with the label', async () => {
    const { adapter, ctx, placeOrderWithoutLabel } = get();
    const ready = await readParcel({ adapter, ctx }, await orderOf(get()));
    expect(ready).toMatchObject({ tem_etiqueta: true, precisa_nota: false, motivo: null });
    const waiting = await readParcel({ adapter, ctx }, await placeOrderWithoutLabel());
    expect(waiting.tem_etiqueta).toBe(false);
    expect(waiting.motivo?.trim()).toBeTruthy();
  });

  it('says why a label is not ready instead of failing', async () => {
    const { adapter, ctx, placeOrderWithoutLabel } = get();
    const label = await adapter.getLabel(ctx, await placeOrderWithoutLabel());
    if (label.ready) throw new Error('the label was ready');
    expect(label.motivo.trim()).not.toBe('');
  });

  it('tells the marketplace of a shipment exactly where it listens', async () => {
    const { adapter, ctx } = get();
    const envio = { transportadora: 'Correios', codigo_rastreio: 'AA123456789BR' };
    const pedido = await orderOf(get());
    const { pode_marcar_enviado } = await readParcel({ adapter, ctx }, pedido);
    const expected = pode_marcar_enviado ? 'done' : 'observed_by_marketplace';
    expect(await adapter.markShipped(ctx, pedido, envio)).toBe(expected);
  });

  it('refuses an invoice that is not an authorised NF-e', async () => {
    const { adapter, ctx } = get();
    await expectKind(adapter.submitInvoice(ctx, await orderOf(get()), '<html></html>'), 'validation');
  });
}

function defineFailures(get: Get): void {
  it('names each failure by its kind, with a sentence for the seller', async () => {
    const { adapter, ctx, failures, productThatFails } = get();
    expect(failures.length).toBeGreaterThan(0);
    for (const kind of failures) {
      const error = await failureOf(adapter.publish(ctx, productThatFails(kind)));
      expect(error.kind).toBe(kind);
      expect(error.message.trim()).not.toBe('');
    }
  });

  it('reports an aborted call as unavailable, never as a bare AbortError', async () => {
    const { adapter, ctx, product } = get();
    const produto = product();
    const anuncio = await published(get(), produto);
    const given = { ...ctx, signal: AbortSignal.abort() };
    await expectKind(adapter.publish(given, produto), 'upstream_unavailable');
    await expectKind(adapter.getListing(given, anuncio), 'upstream_unavailable');
    await expectKind(adapter.listOrdersChangedSince(given, { desde: new Date(0) }), 'upstream_unavailable');
  });
}

async function changedSince({ adapter, ctx }: MarketplaceHarness, desde: Date): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await adapter.listOrdersChangedSince(ctx, { desde, cursor });
    ids.push(...page.pedidos.map(({ ml_order_id }) => ml_order_id));
    cursor = page.proximo_cursor;
  } while (cursor !== null);
  return ids;
}

async function expectKind(call: Promise<unknown>, kind: AdapterErrorKind): Promise<void> {
  expect((await failureOf(call)).kind).toBe(kind);
}

async function failureOf(call: Promise<unknown>): Promise<AdapterError> {
  const outcome = await call.then(
    () => new Error('the call succeeded'),
    (error: unknown) => error,
  );
  if (outcome instanceof AdapterError) return outcome;
  throw outcome;
}

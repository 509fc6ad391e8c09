import { describe, expect, it } from 'vitest';
import { FAILURES } from '../../../testing/amazon/failures';
import {
  failureOf,
  labelRequestOf,
  orderRefOf,
  prepareTestHarness,
  putOnSale,
} from '../../../testing/amazon/test-harness';
import { readOrder, readParcel } from '../../../testing/readings';
import { AdapterError } from '../../adapter-error';
import type { CallLimiter } from '../../call-limiter';

const setUp = prepareTestHarness();

const ENVIO = { transportadora: 'Correios', codigo_rastreio: 'AA123456789BR' };

describe('orders', () => {
  it('come in pages whose other parameters do not change while the clock goes on', async () => {
    const harness = await setUp({ pageSize: 2 });
    const { adapter, ctx, fake, seller, advance, clock } = harness;
    const sku = await putOnSale(harness);
    const ids = Array.from({ length: 5 }, () => fake.createPaidOrder(seller.vendedor_id, { sku }).orderId);
    advance(60_000);
    // Less than two minutes ago: the search must begin earlier, and still answer only what is asked.
    const desde = new Date(clock().getTime() - 90_000);
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await adapter.listOrdersChangedSince(ctx, { desde, cursor });
      found.push(...page.pedidos.map(({ ml_order_id }) => ml_order_id));
      cursor = page.proximo_cursor;
      advance(30_000);
    } while (cursor !== null);
    expect(found).toEqual(ids);
    const searches = fake.calls.filter(({ operation }) => operation === 'searchOrders');
    expect(searches).toHaveLength(3);
    expect(new Set(searches.map(({ query }) => query['lastUpdatedAfter'])).size).toBe(1);
    expect(searches[0]?.query).toMatchObject({ marketplaceIds: 'A2Q3Y263D00KWC' });
  });

  it('are found too where Amazon sends them itself, and nothing of these waits for the seller', async () => {
    const harness = await setUp();
    const { adapter, ctx, fake, seller, clock, advance } = harness;
    const sku = await putOnSale(harness);
    const desde = clock();
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, { sku, fba: true, nota: 'NOT_FOUND' });
    fake.requestCancellation(orderId);
    advance(180_000);
    const { pedidos } = await adapter.listOrdersChangedSince(ctx, { desde });
    expect(pedidos.map(({ ml_order_id }) => ml_order_id)).toEqual([orderId]);
    expect(await readOrder({ adapter, ctx }, orderId)).toMatchObject({
      situacao: 'pago',
      enviado_pelo_marketplace: true,
      motivo_bloqueio: null,
    });
    const parcel = await readParcel({ adapter, ctx }, orderRefOf(orderId));
    expect(parcel).toMatchObject({
      situacao: 'aguardando_marketplace',
      precisa_nota: false,
      pode_marcar_enviado: false,
      motivo: 'A Amazon envia este pedido.',
    });
    expect(parcel).not.toHaveProperty('despachar_ate');
  });

  it('are blocked while the buyer asks to cancel, and cancelled once it is decided', async () => {
    const harness = await setUp();
    const { adapter, ctx, fake, seller } = harness;
    const choice = { sku: await putOnSale(harness), entregueAmazon: false };
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, choice);
    fake.requestCancellation(orderId);
    expect((await readOrder({ adapter, ctx }, orderId)).motivo_bloqueio).toContain('pediu o cancelamento');
    expect(await readParcel({ adapter, ctx }, orderRefOf(orderId))).toMatchObject({ tem_etiqueta: false });
    expect((await failureOf(adapter.markShipped(ctx, orderRefOf(orderId), ENVIO))).kind).toBe('conflict');
    fake.cancelOrder(orderId);
    expect(await readOrder({ adapter, ctx }, orderId)).toMatchObject({
      situacao: 'cancelado',
      motivo_bloqueio: null,
    });
    expect(await readParcel({ adapter, ctx }, orderRefOf(orderId))).toMatchObject({ situacao: 'cancelado' });
    expect((await failureOf(adapter.markShipped(ctx, orderRefOf(orderId), ENVIO))).kind).toBe('conflict');
  });

  it('are read with their parcel in one call', async () => {
    const harness = await setUp();
    const { adapter, ctx, fake, seller } = harness;
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, { sku: await putOnSale(harness) });
    const before = fake.calls.length;
    const { parcel } = await adapter.readOrder(ctx, orderId);
    expect(parcel).not.toBeNull();
    expect(fake.calls.slice(before).map(({ operation }) => operation)).toEqual(['getOrder']);
  });

  it('has no list of announcements that failed', async () => {
    const { adapter, ctx } = await setUp();
    expect(await adapter.listMissedOrders(ctx)).toEqual([]);
  });
});

describe('order searches stay within Amazon’s quota', () => {
  it('spends one search per poll, and stays within the plan for a day of polls every five minutes', async () => {
    let limiter: CallLimiter | undefined;
    const lazy: CallLimiter = {
      take: async (...call) => limiter?.take(...call),
      pause: async () => undefined,
    };
    const { adapter, ctx, advance, clock, fake } = await setUp({}, lazy);
    limiter = bucketLimiter(clock);
    for (let poll = 0; poll < 288; poll += 1) {
      advance(5 * 60_000);
      await adapter.listOrdersChangedSince(ctx, { desde: new Date(clock().getTime() - 15 * 60_000) });
    }
    expect(fake.calls.filter(({ operation }) => operation === 'searchOrders')).toHaveLength(288);
  });

  it('is refused by the budget, not by Amazon, when somebody polls every second', async () => {
    let limiter: CallLimiter | undefined;
    const lazy: CallLimiter = {
      take: async (...call) => limiter?.take(...call),
      pause: async () => undefined,
    };
    const { adapter, ctx, advance, clock, fake } = await setUp({}, lazy);
    limiter = bucketLimiter(clock);
    const kinds: string[] = [];
    for (let poll = 0; poll < 25; poll += 1) {
      advance(1_000);
      const call = adapter.listOrdersChangedSince(ctx, { desde: new Date(0) });
      kinds.push(
        await call.then(
          () => 'ok',
          ({ kind }: AdapterError) => kind,
        ),
      );
    }
    expect(kinds).toEqual([...Array(20).fill('ok'), ...Array(5).fill('rate_limited')]);
    expect(fake.calls).toHaveLength(20);
  });
});

describe('without the role for personal data', () => {
  it('reads an order without name and address', async () => {
    const harness = await setUp();
    const { adapter, ctx, fake, seller } = harness;
    const choice = { sku: await putOnSale(harness), semDadosPessoais: true };
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, choice);
    const order = await readOrder({ adapter, ctx }, orderId);
    expect(order).toMatchObject({ situacao: 'pago', cliente_nome: null, cliente_endereco: null });
    // The label does not need what the application may not read.
    expect((await adapter.getLabel(ctx, labelRequestOf(orderId))).ready).toBe(true);
  });

  it('asks without personal data when the role is missing, and does not ask for them again', async () => {
    const harness = await setUp();
    const { fake, seller } = harness;
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, { sku: await putOnSale(harness) });
    fake.fail({ operation: 'getOrder', failure: FAILURES.roleMissing });
    const before = fake.calls.length;
    expect(await readOrder(harness, orderId)).toMatchObject({ situacao: 'pago', cliente_nome: null });
    expect(await readOrder(harness, orderId)).toMatchObject({ situacao: 'pago', cliente_nome: null });
    const asked = fake.calls.slice(before).map(({ query }) => query['includedData']);
    expect(asked).toHaveLength(2);
    for (const parts of asked) expect(parts).not.toContain('BUYER');
  });

  it('says so when the order is refused without them as well', async () => {
    const harness = await setUp();
    const { fake, seller } = harness;
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, { sku: await putOnSale(harness) });
    fake.fail({ operation: 'getOrder', times: 2, failure: FAILURES.roleMissing });
    const error = await failureOf(readOrder(harness, orderId));
    expect(error).toMatchObject({ kind: 'forbidden', transient: false });
    expect(error.message).toContain('permissão');
  });
});

describe('an order whose payment is still checked', () => {
  it('does not enter the line, has no label and cannot be shipped before the payment', async () => {
    const harness = await setUp();
    const { adapter, ctx, fake, seller } = harness;
    const choice = { sku: await putOnSale(harness), pendente: true, entregueAmazon: false };
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, choice);
    const order = await readOrder({ adapter, ctx }, orderId);
    expect(order).toMatchObject({ situacao: 'aguardando_pagamento', cliente_nome: null });
    expect(await adapter.getLabel(ctx, labelRequestOf(orderId))).toMatchObject({ ready: false });
    expect((await failureOf(adapter.markShipped(ctx, orderRefOf(orderId), ENVIO))).kind).toBe('not_ready');
    fake.changeOrder(orderId, { status: 'UNSHIPPED' });
    expect(await readOrder({ adapter, ctx }, orderId)).toMatchObject({ situacao: 'pago' });
  });
});

/** A token bucket per operation on the given clock. */
function bucketLimiter(clock: () => Date): CallLimiter {
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    take: async (_ctx, operation, { perSecond, burst }) => {
      const at = clock().getTime();
      const known = buckets.get(operation) ?? { left: burst, at };
      const left = Math.min(burst, known.left + ((at - known.at) / 1_000) * perSecond);
      if (left < 1) throw new AdapterError('rate_limited', 'Aguarde.', { retryAt: new Date(at + 1) });
      buckets.set(operation, { left: left - 1, at });
    },
    pause: async () => undefined,
  };
}

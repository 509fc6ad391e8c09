import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestHarness, type TestHarness } from '../../../testing/mercado-livre/test-harness';
import { readOrder, readParcel } from '../../../testing/readings';

let harness: TestHarness;

beforeEach(async () => {
  harness = await openTestHarness();
});

afterEach(async () => {
  await harness.fake.close();
  expect(harness.fake.violations).toEqual([]);
});

describe('reading an order', () => {
  it('gives buyer, address and package', async () => {
    const { ml_order_id, pacote_id } = await harness.sale();
    expect(await readOrder(harness, ml_order_id)).toEqual({
      marketplace: 'mercadolivre',
      ml_order_id,
      situacao: 'pago',
      itens: [
        {
          id_externo: 'MLB4000000001',
          sku: 'FONE-1',
          titulo: 'Fone de ouvido JBL Tune 1 Original',
          quantidade: 1,
          preco_unitario_centavos: 18_990,
        },
      ],
      cliente_nome: 'Marina Souza',
      cliente_endereco: 'Avenida Paulista, 1000, ap 12, Bela Vista, São Paulo - SP, CEP 01310-100',
      motivo_bloqueio: null,
      enviado_pelo_marketplace: false,
      pacote_id,
      criado_em: harness.time.now,
      atualizado_em: harness.time.now,
    });
  });

  it('takes one call for the order and one for its parcel', async () => {
    const { ml_order_id, envio_id } = await harness.sale();
    const before = harness.fake.calls().length;
    await harness.adapter.readOrder(harness.ctx, ml_order_id);
    const asked = harness.fake.calls().slice(before);
    expect(asked.map(({ path }) => path)).toEqual([`/orders/${ml_order_id}`, `/shipments/${envio_id}`]);
  });

  it('has no buyer before the payment, and has one after it', async () => {
    const { ml_order_id } = await harness.sale({ pago: false });
    expect(await readOrder(harness, ml_order_id)).toMatchObject({
      situacao: 'aguardando_pagamento',
      cliente_nome: null,
      cliente_endereco: null,
    });
    harness.advance(60_000);
    harness.fake.payOrder(ml_order_id);
    expect(await readOrder(harness, ml_order_id)).toMatchObject({
      situacao: 'pago',
      cliente_nome: 'Marina Souza',
      atualizado_em: harness.time.now,
    });
  });

  it('moves on with its parcel, and the reading is newer though the order itself is not', async () => {
    const { ml_order_id, envio_id } = await harness.sale();
    harness.advance(60_000);
    harness.fake.moveShipment(envio_id ?? '', { status: 'shipped', substatus: 'out_for_delivery' });
    const shipped = await readOrder(harness, ml_order_id);
    expect(shipped).toMatchObject({ situacao: 'enviado', atualizado_em: harness.time.now });
    harness.fake.moveShipment(envio_id ?? '', { status: 'delivered', substatus: null });
    expect((await readOrder(harness, ml_order_id)).situacao).toBe('entregue');
  });

  it('is cancelled however late that comes', async () => {
    const { ml_order_id, envio_id } = await harness.sale();
    harness.fake.cancelOrder(ml_order_id);
    harness.fake.moveShipment(envio_id ?? '', { status: 'delivered', substatus: null });
    expect((await readOrder(harness, ml_order_id)).situacao).toBe('cancelado');
  });

  it('goes without the address while the shipment is not there', async () => {
    const { ml_order_id } = await harness.sale({ sem_envio_ainda: true });
    expect(await readOrder(harness, ml_order_id)).toMatchObject({
      situacao: 'pago',
      cliente_nome: 'Marina Souza',
      cliente_endereco: null,
    });
  });

  it('goes without the address where the account may not read the shipment, and says so for the label', async () => {
    const { ml_order_id, pedido } = await harness.sale();
    harness.fake.fail({ path: /^\/shipments\//, times: 2, failure: { status: 403 } });
    expect((await readOrder(harness, ml_order_id)).cliente_endereco).toBeNull();
    await expect(harness.adapter.getLabel(harness.ctx, pedido)).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('a suspected fraud blocks the order and its label', async () => {
    const { ml_order_id, pedido } = await harness.sale({ tags: ['fraud_risk_detected'] });
    const { motivo_bloqueio } = await readOrder(harness, ml_order_id);
    expect(motivo_bloqueio).toContain('fraude');
    expect(await harness.adapter.getLabel(harness.ctx, pedido)).toEqual({
      ready: false,
      motivo: motivo_bloqueio,
    });
    expect(await readParcel(harness, pedido)).toMatchObject({
      tem_etiqueta: false,
      pode_marcar_enviado: false,
      motivo: motivo_bloqueio,
    });
    expect(harness.fake.calls('GET', /shipment_labels/)).toHaveLength(0);
  });

  it('that was cancelled for a suspected fraud is blocked no more, though its tag stays', async () => {
    const { ml_order_id, pedido } = await harness.sale({ tags: ['fraud_risk_detected'] });
    harness.fake.cancelOrder(ml_order_id);
    expect(await readOrder(harness, ml_order_id)).toMatchObject({
      situacao: 'cancelado',
      motivo_bloqueio: null,
    });
    const { motivo } = await readParcel(harness, pedido);
    expect(motivo).toContain('cancelado');
  });

  it('that is cancelled on the way back still tells of the return', async () => {
    const { ml_order_id, envio_id, pedido } = await harness.sale();
    harness.fake.cancelOrder(ml_order_id);
    harness.fake.moveShipment(envio_id ?? '', { status: 'not_delivered', substatus: null });
    expect((await readOrder(harness, ml_order_id)).situacao).toBe('cancelado');
    expect(await readParcel(harness, pedido)).toMatchObject({
      situacao: 'devolvido',
      motivo: 'A entrega não foi feita e o pacote volta para o remetente.',
    });
  });

  it('that goes from Full is told as such once its shipment is shown, and nothing of it waits for the seller', async () => {
    const { ml_order_id, pedido } = await harness.sale({
      envio: { logistic_type: 'fulfillment' },
      tags: ['fraud_risk_detected'],
    });
    harness.fake.fail({ path: /^\/shipments\//, times: 1, failure: { status: 403 } });
    expect(await readOrder(harness, ml_order_id)).toMatchObject({ enviado_pelo_marketplace: false });
    expect(await readOrder(harness, ml_order_id)).toMatchObject({
      enviado_pelo_marketplace: true,
      motivo_bloqueio: null,
    });
    const parcel = await readParcel(harness, pedido);
    expect(parcel).toMatchObject({
      situacao: 'aguardando_marketplace',
      tem_etiqueta: false,
      precisa_nota: false,
    });
    expect(parcel).not.toHaveProperty('despachar_ate');
  });

  it('two orders of one cart share their package and their label', async () => {
    const first = await harness.sale();
    const second = await harness.sale({ pacote_id: first.pacote_id });
    const orders = [
      await readOrder(harness, first.ml_order_id),
      await readOrder(harness, second.ml_order_id),
    ];
    expect(orders[0]?.pacote_id).toBe(first.pacote_id);
    expect(orders[1]?.pacote_id).toBe(first.pacote_id);
    expect(orders[0]?.ml_order_id).not.toBe(orders[1]?.ml_order_id);
    expect(second.envio_id).toBe(first.envio_id);
    for (const { pedido } of [first, second]) {
      expect((await harness.adapter.getLabel(harness.ctx, pedido)).ready).toBe(true);
    }
    const asked = harness.fake.calls('GET', /shipment_labels/).map(({ query }) => query);
    expect(new Set(asked).size).toBe(1);
  });

  it('refuses a number that is none without asking', async () => {
    await expect(readOrder(harness, '../users/me')).rejects.toMatchObject({
      kind: 'not_found',
    });
    expect(harness.fake.calls()).toHaveLength(0);
  });
});

describe('orders that changed', () => {
  /** The numbers of all pages, once each; `between` happens after each page. */
  async function readPages(between: () => unknown = () => undefined): Promise<string[]> {
    const seen = new Set<string>();
    const desde = harness.time.now;
    let cursor: string | null = null;
    do {
      const page = await harness.adapter.listOrdersChangedSince(harness.ctx, { desde, cursor });
      for (const { ml_order_id } of page.pedidos) seen.add(ml_order_id);
      cursor = page.proximo_cursor;
      await between();
    } while (cursor !== null);
    return [...seen].sort();
  }

  async function sell(count: number): Promise<string[]> {
    const anuncio = await harness.listing(harness.product({ estoque: 200 }));
    const made: string[] = [];
    for (let sold = 0; sold < count; sold += 1) made.push((await harness.sale({ anuncio })).ml_order_id);
    return made;
  }

  it('come page by page until the last one', async () => {
    const made = await sell(103);
    expect(await readPages()).toEqual(made.toSorted());
    const calls = harness.fake.calls('GET', /search$/);
    expect(calls.filter(({ path }) => path.startsWith('/orders'))).toHaveLength(3);
  });

  it('are all found, also when orders come in and are cancelled while the pages are read', async () => {
    const made = await sell(120);
    const cancelled: string[] = [];
    const seen = await readPages(async () => {
      await harness.sale();
      // The newest are on pages that were read already, so the others move to earlier ones.
      for (const ml_order_id of made.slice(-3 - cancelled.length).slice(0, 3)) {
        harness.fake.cancelOrder(ml_order_id);
        cancelled.push(ml_order_id);
      }
    });
    expect(cancelled.length).toBeGreaterThan(5);
    expect(made.filter((number) => !cancelled.includes(number) && !seen.includes(number))).toEqual([]);
  });

  it('tell when each one changed', async () => {
    const { ml_order_id } = await harness.sale();
    harness.advance(60_000);
    harness.fake.tagOrder(ml_order_id, 'fraud_risk_detected');
    const page = await harness.adapter.listOrdersChangedSince(harness.ctx, { desde: harness.time.now });
    expect(page.pedidos).toEqual([{ ml_order_id, atualizado_em: harness.time.now }]);
  });
});

describe('announcements that did not arrive', () => {
  it('are found in the missed feeds, of all sellers of the application', async () => {
    const { vendedor_id } = harness.seller;
    const made = Array.from({ length: 11 }, (_, count) => String(2_000_000 + count));
    for (const number of made) harness.fake.missNotification({ vendedor_id, recurso: `/orders/${number}` });
    harness.fake.missNotification({ vendedor_id: '999', recurso: '/orders/77' });
    harness.fake.missNotification({ vendedor_id, recurso: '/shipments/5', topico: 'shipments' });
    const anunciado_em = harness.time.now;
    expect(await harness.adapter.listMissedOrders(harness.ctx)).toEqual([
      ...made.map((ml_order_id) => ({ vendedor_id, ml_order_id, anunciado_em })),
      { vendedor_id: '999', ml_order_id: '77', anunciado_em },
    ]);
    expect(harness.fake.calls('GET', /missed_feeds/)).toHaveLength(2);
  });

  it('are none when everything arrived', async () => {
    expect(await harness.adapter.listMissedOrders(harness.ctx)).toEqual([]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStand, type Stand } from '../../../testing/mercado-livre/stand';
import { readOrder, readParcel } from '../../../testing/readings';

let stand: Stand;

beforeEach(async () => {
  stand = await openStand();
});

afterEach(async () => {
  await stand.fake.close();
  expect(stand.fake.violations).toEqual([]);
});

describe('reading an order', () => {
  it('gives buyer, address and package', async () => {
    const { ml_order_id, pacote_id } = await stand.sale();
    expect(await readOrder(stand, ml_order_id)).toEqual({
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
      pacote_id,
      criado_em: stand.time.now,
      atualizado_em: stand.time.now,
    });
  });

  it('has no buyer before the payment, and has one after it', async () => {
    const { ml_order_id } = await stand.sale({ pago: false });
    expect(await readOrder(stand, ml_order_id)).toMatchObject({
      situacao: 'aguardando_pagamento',
      cliente_nome: null,
      cliente_endereco: null,
    });
    stand.advance(60_000);
    stand.fake.payOrder(ml_order_id);
    expect(await readOrder(stand, ml_order_id)).toMatchObject({
      situacao: 'pago',
      cliente_nome: 'Marina Souza',
      atualizado_em: stand.time.now,
    });
  });

  it('moves on with its parcel, and the reading is newer though the order itself is not', async () => {
    const { ml_order_id, envio_id } = await stand.sale();
    stand.advance(60_000);
    stand.fake.moveShipment(envio_id ?? '', { status: 'shipped', substatus: 'out_for_delivery' });
    const shipped = await readOrder(stand, ml_order_id);
    expect(shipped).toMatchObject({ situacao: 'enviado', atualizado_em: stand.time.now });
    stand.fake.moveShipment(envio_id ?? '', { status: 'delivered', substatus: null });
    expect((await readOrder(stand, ml_order_id)).situacao).toBe('entregue');
  });

  it('is cancelled however late that comes', async () => {
    const { ml_order_id, envio_id } = await stand.sale();
    stand.fake.cancelOrder(ml_order_id);
    stand.fake.moveShipment(envio_id ?? '', { status: 'delivered', substatus: null });
    expect((await readOrder(stand, ml_order_id)).situacao).toBe('cancelado');
  });

  it('goes without the address while the shipment is not there', async () => {
    const { ml_order_id } = await stand.sale({ sem_envio_ainda: true });
    expect(await readOrder(stand, ml_order_id)).toMatchObject({
      situacao: 'pago',
      cliente_nome: 'Marina Souza',
      cliente_endereco: null,
    });
  });

  it('goes without the address where the account may not read the shipment, and says so for the label', async () => {
    const { ml_order_id, pedido } = await stand.sale();
    stand.fake.fail({ caminho: /^\/shipments\//, vezes: 2, falha: { status: 403 } });
    expect((await readOrder(stand, ml_order_id)).cliente_endereco).toBeNull();
    await expect(stand.adapter.getLabel(stand.ctx, pedido)).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('complaint 22: a suspected fraud blocks the order and its label', async () => {
    const { ml_order_id, pedido } = await stand.sale({ tags: ['fraud_risk_detected'] });
    const { motivo_bloqueio } = await readOrder(stand, ml_order_id);
    expect(motivo_bloqueio).toContain('fraude');
    expect(await stand.adapter.getLabel(stand.ctx, pedido)).toEqual({
      ready: false,
      motivo: motivo_bloqueio,
    });
    expect(await readParcel(stand, pedido)).toMatchObject({
      tem_etiqueta: false,
      pode_marcar_enviado: false,
      motivo: motivo_bloqueio,
    });
    expect(stand.fake.calls('GET', /shipment_labels/)).toHaveLength(0);
  });

  it('complaint 23: two orders of one cart share their package and their label', async () => {
    const first = await stand.sale();
    const second = await stand.sale({ pacote_id: first.pacote_id });
    const orders = [await readOrder(stand, first.ml_order_id), await readOrder(stand, second.ml_order_id)];
    expect(orders[0]?.pacote_id).toBe(first.pacote_id);
    expect(orders[1]?.pacote_id).toBe(first.pacote_id);
    expect(orders[0]?.ml_order_id).not.toBe(orders[1]?.ml_order_id);
    expect(second.envio_id).toBe(first.envio_id);
    for (const { pedido } of [first, second]) {
      expect((await stand.adapter.getLabel(stand.ctx, pedido)).ready).toBe(true);
    }
    const asked = stand.fake.calls('GET', /shipment_labels/).map(({ query }) => query);
    expect(new Set(asked).size).toBe(1);
  });

  it('refuses a number that is none without asking', async () => {
    await expect(readOrder(stand, '../users/me')).rejects.toMatchObject({
      kind: 'not_found',
    });
    expect(stand.fake.calls()).toHaveLength(0);
  });
});

describe('orders that changed', () => {
  it('come page by page until the last one', async () => {
    const anuncio = await stand.listing(stand.product({ estoque: 200 }));
    const made: string[] = [];
    for (let count = 0; count < 103; count += 1) made.push((await stand.sale({ anuncio })).ml_order_id);
    const seen: string[] = [];
    const desde = stand.time.now;
    let cursor: string | null = null;
    do {
      const page = await stand.adapter.listOrdersChangedSince(stand.ctx, { desde, cursor });
      seen.push(...page.pedidos.map(({ ml_order_id }) => ml_order_id));
      cursor = page.proximo_cursor;
    } while (cursor !== null);
    expect(seen.toSorted()).toEqual(made.toSorted());
    expect(stand.fake.calls('GET', /search$/).filter(({ path }) => path.startsWith('/orders'))).toHaveLength(
      3,
    );
  });

  it('tell when each one changed', async () => {
    const { ml_order_id } = await stand.sale();
    stand.advance(60_000);
    stand.fake.tagOrder(ml_order_id, 'fraud_risk_detected');
    const page = await stand.adapter.listOrdersChangedSince(stand.ctx, { desde: stand.time.now });
    expect(page.pedidos).toEqual([{ ml_order_id, atualizado_em: stand.time.now }]);
  });
});

describe('complaint 5: announcements that did not arrive', () => {
  it('are found in the missed feeds, each order once, of this seller only', async () => {
    const { vendedor_id } = stand.seller;
    for (let count = 0; count < 12; count += 1) {
      stand.fake.missNotification({ vendedor_id, recurso: `/orders/${2_000_000 + (count % 11)}` });
    }
    stand.fake.missNotification({ vendedor_id: '999', recurso: '/orders/77' });
    stand.fake.missNotification({ vendedor_id, recurso: '/shipments/5', topico: 'shipments' });
    const missed = await stand.adapter.listMissedOrders(stand.ctx);
    expect(missed).toHaveLength(11);
    expect(missed).not.toContain('77');
    expect(stand.fake.calls('GET', /missed_feeds/)).toHaveLength(2);
  });

  it('are none when everything arrived', async () => {
    expect(await stand.adapter.listMissedOrders(stand.ctx)).toEqual([]);
  });
});

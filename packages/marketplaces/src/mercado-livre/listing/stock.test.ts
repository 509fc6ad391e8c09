import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestHarness, type TestHarness } from '../../../testing/mercado-livre/test-harness';
import { unlimited } from '../../call-limiter';
import type { ListingRef } from '../../port';

let harness: TestHarness;

beforeEach(async () => {
  harness = await openTestHarness({ modelo: 'classic' });
});

afterEach(async () => {
  await harness.fake.close();
  expect(harness.fake.violations).toEqual([]);
});

const SIX = [1, 2, 3, 4, 5, 6].map((id) => ({ id, sku: `COR-${id}`, estoque: 10 }));

/** An item of the old kind, as the seller built it. */
function varied(): ListingRef {
  const id_externo = harness.fake.seedListing(harness.seller.vendedor_id);
  harness.fake.vary(id_externo, SIX);
  return { id_externo, sku: 'COR-2', nome: 'Fone' };
}

const stockOf = ({ id_externo }: ListingRef) =>
  harness.fake.item(id_externo).variations.map((each) => each['available_quantity']);

const writes = () => harness.fake.calls().filter(({ method }) => method !== 'GET');

describe('an item of the old kind with variations', () => {
  it('gets the stock of one, and all six stay', async () => {
    const anuncio = varied();
    expect(await harness.adapter.updateStock(harness.ctx, anuncio, 3)).toBeNull();
    expect(stockOf(anuncio)).toEqual([10, 3, 10, 10, 10, 10]);
    expect((await harness.adapter.getListing(harness.ctx, anuncio)).estoque).toBe(3);
  });

  it('keeps a variation that is made there between reading and writing', async () => {
    await harness.fake.close();
    let beforeWrite = () => undefined as unknown;
    const take = async (_ctx: unknown, operation: string) => {
      if (operation === 'ml.items.update') beforeWrite();
    };
    harness = await openTestHarness({ limiter: { ...unlimited, take } });
    const anuncio = varied();
    beforeWrite = () => {
      beforeWrite = () => undefined;
      harness.fake.vary(anuncio.id_externo, [{ id: 7, sku: 'COR-7', estoque: 10 }]);
      harness.fake.fail({ method: 'PUT', failure: { status: 409 } });
    };
    await harness.adapter.updateStock(harness.ctx, anuncio, 3);
    expect(stockOf(anuncio)).toEqual([10, 3, 10, 10, 10, 10, 10]);
  });

  it('is left alone where none has the product’s SKU, and says so', async () => {
    const anuncio = { ...varied(), sku: 'OUTRO' };
    expect(await harness.adapter.updateStock(harness.ctx, anuncio, 3)).toMatchObject({
      codigo: 'estoque_nao_enviado',
    });
    expect((await harness.adapter.getListing(harness.ctx, anuncio)).estoque).toBeNull();
    harness.fake.assertNoWrites(harness.seller.vendedor_id);
  });

  it('has one price for all, which is not changed for one product', async () => {
    const anuncio = varied();
    expect(await harness.adapter.updatePrice(harness.ctx, anuncio, 9_990)).toBe('one_for_all_variations');
    harness.fake.assertNoWrites(harness.seller.vendedor_id);
  });

  it('tells in an order which variation was sold', async () => {
    const { id_externo } = varied();
    const { vendedor_id } = harness.seller;
    const itens = [{ anuncio: id_externo, variacao: 2, quantidade: 1 }];
    const { ml_order_id } = harness.fake.createPaidOrder({ vendedor_id, itens });
    const { order } = await harness.adapter.readOrder(harness.ctx, ml_order_id);
    expect(order.itens).toMatchObject([{ id_externo, variacao_externa: '2', sku: 'COR-2' }]);
  });
});

describe('stock in Full', () => {
  it('is never written, and the listing says whose it is', async () => {
    const produto = harness.product();
    const anuncio = await harness.listing(produto);
    Object.assign(harness.fake.item(anuncio.id_externo), {
      logistic_type: 'fulfillment',
      available_quantity: 40,
    });
    const before = writes().length;
    const full = { codigo: 'estoque_do_marketplace', mensagem: 'O estoque deste anúncio é do Full.' };
    expect(await harness.adapter.updateStock(harness.ctx, anuncio, 3)).toEqual(full);
    const known = { ...produto, id_externo: anuncio.id_externo };
    const again = await harness.adapter.publish(harness.ctx, known);
    expect(again).toMatchObject({ status: 'live', avisos: [full] });
    expect(writes()).toHaveLength(before);
    expect((await harness.adapter.getListing(harness.ctx, anuncio)).estoque).toBeNull();
  });

  it('that shares a product with the seller’s own is not written either', async () => {
    const anuncio = await harness.listing();
    harness.fake.item(anuncio.id_externo).inventory_id = 'INV1';
    harness.fake.putInFull('INV1', 2);
    const before = writes().length;
    expect(await harness.adapter.updateStock(harness.ctx, anuncio, 3)).toEqual({
      codigo: 'estoque_do_marketplace',
      mensagem: 'Estoque dividido com o Full: a Esteira não altera este anúncio.',
    });
    expect(writes()).toHaveLength(before);
    harness.fake.putInFull('INV1', 0);
    expect(await harness.adapter.updateStock(harness.ctx, anuncio, 3)).toBeNull();
    expect(harness.fake.item(anuncio.id_externo).available_quantity).toBe(3);
  });

  it('does not keep a paused listing from coming back', async () => {
    const produto = harness.product();
    const anuncio = await harness.listing(produto);
    harness.fake.item(anuncio.id_externo).logistic_type = 'fulfillment';
    await harness.adapter.pause(harness.ctx, anuncio);
    const known = { ...produto, id_externo: anuncio.id_externo };
    expect(await harness.adapter.publish(harness.ctx, known)).toMatchObject({ status: 'live' });
  });
});

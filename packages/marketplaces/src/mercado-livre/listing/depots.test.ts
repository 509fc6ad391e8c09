import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestHarness, type TestHarness } from '../../../testing/mercado-livre/test-harness';

let harness: TestHarness;

beforeEach(async () => {
  harness = await openTestHarness();
  setDepots('100');
});

afterEach(async () => {
  await harness.fake.close();
  expect(harness.fake.violations).toEqual([]);
});

/** The account manages depots from now on, which the adapter was not told. */
function setDepots(...ids: string[]): void {
  const depots = ids.map((store_id) => ({ store_id, network_node_id: `NODE-${store_id}` }));
  harness.fake.setDepots(harness.seller.vendedor_id, depots);
}

const paths = (method: string) => harness.fake.calls(method).map(({ path }) => path);

const NOT_SENT = { codigo: 'estoque_nao_enviado', mensagem: expect.stringContaining('um único depósito') };

describe('an account with one depot', () => {
  it('gets new listings with their units at the depot', async () => {
    const { id_externo } = await harness.listing();
    expect(paths('POST')).toContain('/items/multiwarehouse');
    expect(harness.fake.item(id_externo)).toMatchObject({ available_quantity: 10, status: 'active' });
    expect((await harness.accounts.current(harness.ctx)).modelo_anuncio).toBe('depots');
    const before = paths('POST').length;
    await harness.listing();
    expect(paths('POST').slice(before)).toEqual(['/items/multiwarehouse']);
  });

  it('is told stock at the depot, once more where somebody else wrote meanwhile', async () => {
    const produto = harness.product();
    const anuncio = await harness.listing(produto);
    harness.fake.fail({ method: 'PUT', path: /seller_warehouse$/, failure: { status: 409 } });
    expect(await harness.adapter.updateStock(harness.ctx, anuncio, 4)).toBeNull();
    expect(await harness.adapter.getListing(harness.ctx, anuncio)).toMatchObject({
      status: 'live',
      estoque: 4,
    });
    const stock = `/user-products/MLBU${anuncio.id_externo.slice(3)}/stock/type/seller_warehouse`;
    expect(paths('PUT')).toEqual([stock, stock]);
    const known = { ...produto, id_externo: anuncio.id_externo, estoque: 6 };
    expect(await harness.adapter.publish(harness.ctx, known)).toMatchObject({ status: 'live' });
    expect(harness.fake.item(anuncio.id_externo).available_quantity).toBe(6);
  });

  it('is left for later where the stock changes each time', async () => {
    const anuncio = await harness.listing();
    harness.fake.fail({ method: 'PUT', path: /seller_warehouse$/, times: 2, failure: { status: 409 } });
    await expect(harness.adapter.updateStock(harness.ctx, anuncio, 4)).rejects.toMatchObject({
      kind: 'not_ready',
    });
  });

  it('that began to manage it after the listing was made is told there too', async () => {
    await harness.fake.close();
    harness = await openTestHarness();
    const anuncio = await harness.listing();
    setDepots('100');
    expect(await harness.adapter.updateStock(harness.ctx, anuncio, 4)).toBeNull();
    expect(harness.fake.item(anuncio.id_externo).available_quantity).toBe(4);
  });
});

it('an account that stopped managing depots is told its stock, and publishes, as before', async () => {
  const anuncio = await harness.listing();
  harness.fake.setDepots(harness.seller.vendedor_id, null);
  expect(await harness.adapter.updateStock(harness.ctx, anuncio, 4)).toBeNull();
  expect(harness.fake.item(anuncio.id_externo).available_quantity).toBe(4);
  expect((await harness.accounts.current(harness.ctx)).modelo_anuncio).toBe('user_product');
  await harness.accounts.remember(harness.ctx, { modelo_anuncio: 'depots' });
  await harness.listing();
  expect(paths('POST').at(-1)).not.toBe('/items/multiwarehouse');
});

describe('an account with several depots, or none', () => {
  it.each([[['100', '200']], [[]]])('is told no stock (%j)', async (ids) => {
    const anuncio = await harness.listing();
    setDepots(...ids);
    const before = paths('PUT').length;
    expect(await harness.adapter.updateStock(harness.ctx, anuncio, 4)).toEqual(NOT_SENT);
    expect(paths('PUT')).toHaveLength(before);
    expect(harness.fake.item(anuncio.id_externo).available_quantity).toBe(10);
  });

  it('gets no new listings, and the reason', async () => {
    setDepots('100', '200');
    expect(await harness.adapter.publish(harness.ctx, harness.product())).toEqual({
      status: 'rejected',
      motivos: [NOT_SENT.mensagem],
    });
  });
});

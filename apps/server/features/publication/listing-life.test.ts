import { listings } from '@esteira/db/schema/products/listings';
import { products } from '@esteira/db/schema/products/products';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deferred } from '../../testing/deferred';
import { noDeadline } from '../../testing/no-deadline';
import { checkListing } from './jobs/check-job';
import { PublicationHarness, type Shop } from './testing/publication-harness';

const harness = new PublicationHarness();
beforeAll(() => harness.open());
afterAll(() => harness.close());
beforeEach(() => harness.reset());

describe('editing a product with a real listing', () => {
  it('sends a new price on its own, and new words by publishing again', async () => {
    const shop = await harness.publishedShop();
    await harness.edit(shop, { preco_venda_ml: 70 });
    expect(harness.jobs.kinds()).toEqual(['listing-price']);
    await harness.work();
    expect([...harness.markets.mercadolivre.memory.listings.values()]).toMatchObject([
      { preco_centavos: 7000 },
    ]);
    await harness.edit(shop, { preco_venda_ml: 70, descricao: 'Outra' });
    expect(harness.jobs.kinds()).toEqual(['listing-publish']);
    await harness.work();
    await harness.edit(shop, { preco_venda_ml: 70, descricao: 'Outra', estoque: 3 });
    expect(harness.jobs.kinds()).toEqual([]);
    expect(await harness.flagsOf(shop)).toMatchObject({ ml: true });
  });

  it('says that the marketplace manages the price', async () => {
    const shop = await harness.publishedShop({ nome: 'Caneca SIM-PRECO-AUTOMATICO' });
    await harness.edit(shop, { preco_venda_ml: 70 });
    await harness.work();
    const avisos = expect.arrayContaining([
      'O preço deste anúncio é controlado por uma automação de preços do Mercado Livre.',
    ]);
    expect(await harness.stateOf(shop)).toMatchObject({ status: 'publicado', avisos });
  });

  it('says so once, however it was worded before, and no more once the price is taken', async () => {
    const shop = await harness.publishedShop({ nome: 'Caneca SIM-PRECO-AUTOMATICO' });
    const worded = { codigo: 'preco_automatico', mensagem: 'Uma automação controla o preço.' } as const;
    await harness.server.db.update(listings).set({ avisos: [worded] });
    await harness.edit(shop, { preco_venda_ml: 70 });
    await harness.work();
    expect(await harness.stateOf(shop)).toMatchObject({
      avisos: ['O preço deste anúncio é controlado por uma automação de preços do Mercado Livre.'],
    });
    await harness.server.db.update(products).set({ nome: 'Caneca' }).where(eq(products.id, shop.product.id));
    await harness.edit(shop, { preco_venda_ml: 80 });
    await harness.work();
    expect(await harness.stateOf(shop)).toMatchObject({ avisos: [] });
  });

  it('stays on sale with its old values when the new ones are refused', async () => {
    const shop = await harness.publishedShop();
    await harness.edit(shop, { nome: 'Caneca SIM-RECUSAR' });
    await harness.work();
    expect(await harness.stateOf(shop)).toMatchObject({
      status: 'publicado',
      motivo: 'As alterações não foram aceitas: O atributo Marca (BRAND) é obrigatório nesta categoria.',
    });
    expect(await harness.flagsOf(shop)).toMatchObject({ ml: true });
  });

  it('cannot change the SKU that the listing is found by', async () => {
    const shop = await harness.publishedShop();
    const answer = await harness.edit(shop, { sku: 'OUTRO-1' });
    expect([answer.status, answer.body.detail]).toEqual([
      409,
      'O SKU identifica o anúncio no marketplace e não pode mais mudar',
    ]);
  });
});

describe('deleting a product', () => {
  it('ends its listings by jobs, and whatever the answer, the product is gone at once', async () => {
    const shop = await harness.publishedShop();
    const answer = await harness.server.call('DELETE', `/api/produtos/${shop.product.id}`, {
      token: shop.user.token,
    });
    expect(answer.status).toBe(204);
    expect((await harness.server.call('GET', '/api/produtos', { token: shop.user.token })).body).toEqual([]);
    expect(await harness.work()).toEqual([]);
    expect([...harness.markets.mercadolivre.memory.listings.values()]).toMatchObject([{ status: 'closed' }]);
  });

  it('while it is being published leaves nothing on sale', async () => {
    const shop = await harness.makeShop();
    await harness.publish(shop);
    const { promise, resolve } = deferred();
    harness.markets.mercadolivre.after = ({ operation }) => (operation === 'publish' ? promise : undefined);
    const working = harness.work();
    await expect.poll(() => harness.markets.mercadolivre.operations).toEqual(['publish']);
    await harness.server.call('DELETE', `/api/produtos/${shop.product.id}`, { token: shop.user.token });
    resolve();
    await working;
    await harness.work();
    expect([...harness.markets.mercadolivre.memory.listings.values()]).toMatchObject([{ status: 'closed' }]);
  });
});

it('a check of what is on sale enqueues no push, which would cause the next check', async () => {
  const shop = await harness.publishedShop();
  const data = {
    conta_id: 1,
    usuario_id: shop.user.id,
    produto_id: shop.product.id,
    marketplace: 'mercadolivre',
  } as const;
  harness.later(5);
  await checkListing(harness.server.deps, data, noDeadline);
  expect(await harness.pendingPushesOf(shop)).toEqual([]);
  expect(await harness.stateOf(shop)).toMatchObject({ sincronizado_em: harness.now.toISOString() });
});

it('a look follows what the seller or the marketplace did over there', async () => {
  const data = ({ user, product }: Shop) =>
    ({ usuario_id: user.id, produto_id: product.id, marketplace: 'mercadolivre', conta_id: 1 }) as const;
  for (const [there, here] of [
    ['paused', 'pausado'],
    ['closed', 'encerrado'],
    ['rejected', 'erro'],
    ['out_of_stock', 'publicado'],
  ] as const) {
    const shop = await harness.publishedShop();
    const { listings: remote } = harness.markets.mercadolivre.memory;
    for (const [key, state] of remote)
      if (key.startsWith(shop.user.id)) remote.set(key, { ...state, status: there });
    await checkListing(harness.server.deps, data(shop), noDeadline);
    expect(await harness.stateOf(shop)).toMatchObject({ status: here });
    expect((await harness.flagsOf(shop)).ml).toBe(here === 'publicado');
  }
  const gone = await harness.publishedShop();
  harness.markets.mercadolivre.memory.listings.clear();
  await checkListing(harness.server.deps, data(gone), noDeadline);
  expect(await harness.stateOf(gone)).toMatchObject({ status: 'encerrado' });
});

import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deferred } from '../../testing/deferred';
import { PublicationHarness, type Shop } from './testing/publication-harness';

const harness = new PublicationHarness();
beforeAll(() => harness.open());
afterAll(() => harness.close());
beforeEach(() => harness.reset());

/** Has the marketplace refuse the operation that is in line, and `meanwhile` happen before the refusal arrives. */
async function refuseAfter(shop: Shop, meanwhile: () => Promise<unknown>): Promise<void> {
  const { promise, resolve } = deferred();
  const adapter = harness.markets.mercadolivre;
  adapter.before = async () => {
    await promise;
    throw new AdapterError('validation', 'O título foi recusado.');
  };
  const before = adapter.calls.length;
  const working = harness.work();
  await expect.poll(() => adapter.calls.length).toBeGreaterThan(before);
  await meanwhile();
  adapter.before = () => undefined;
  resolve();
  await working;
  expect(await harness.stateOf(shop)).toMatchObject({ motivo: null });
  expect(await harness.work()).toEqual([]);
}

it('a refusal does not end the publication that was requested again before it arrived', async () => {
  const shop = await harness.makeShop();
  await harness.publish(shop);
  await refuseAfter(shop, () => harness.publish(shop));
  expect(await harness.stateOf(shop)).toMatchObject({ status: 'publicado', motivo: null });
});

it('a refusal of old values does not end the publication of a product that was edited before it arrived', async () => {
  const shop = await harness.makeShop();
  await harness.publish(shop);
  await refuseAfter(shop, () => harness.edit(shop, { nome: 'Nome corrigido' }));
  expect(await harness.stateOf(shop)).toMatchObject({ status: 'publicado', motivo: null });
});

it('a refused pause does not bring back what was deleted before it arrived', async () => {
  const shop = await harness.publishedShop();
  await harness.act(shop.user, `mercadolivre/despublicar/${shop.product.id}`);
  await refuseAfter(shop, () =>
    harness.server.call('DELETE', `/api/produtos/${shop.product.id}`, { token: shop.user.token }),
  );
  expect([...harness.markets.mercadolivre.memory.listings.values()]).toMatchObject([{ status: 'closed' }]);
});

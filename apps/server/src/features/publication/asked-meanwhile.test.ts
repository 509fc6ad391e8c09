import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deferred } from '../../testing/deferred';
import { RealStand, type Shop } from './testing/real-stand';

const stand = new RealStand();
beforeAll(() => stand.open());
afterAll(() => stand.close());
beforeEach(() => stand.reset());

/** Has the marketplace refuse the operation that is in line, and `meanwhile` happen before the refusal arrives. */
async function refuseAfter(shop: Shop, meanwhile: () => Promise<unknown>): Promise<void> {
  const { promise, resolve } = deferred();
  const adapter = stand.real.mercadolivre;
  adapter.before = async () => {
    await promise;
    throw new AdapterError('validation', 'O título foi recusado.');
  };
  const before = adapter.calls.length;
  const working = stand.work();
  await expect.poll(() => adapter.calls.length).toBeGreaterThan(before);
  await meanwhile();
  adapter.before = () => undefined;
  resolve();
  await working;
  expect(await stand.stateOf(shop)).toMatchObject({ motivo: null });
  expect(await stand.work()).toEqual([]);
}

it('a refusal does not end the publication that was asked for anew before it arrived', async () => {
  const shop = await stand.makeShop();
  await stand.publish(shop);
  await refuseAfter(shop, () => stand.publish(shop));
  expect(await stand.stateOf(shop)).toMatchObject({ status: 'publicado', motivo: null });
});

it('a refusal of old values does not end the publication of a product that was edited before it arrived', async () => {
  const shop = await stand.makeShop();
  await stand.publish(shop);
  await refuseAfter(shop, () => stand.edit(shop, { nome: 'Nome corrigido' }));
  expect(await stand.stateOf(shop)).toMatchObject({ status: 'publicado', motivo: null });
});

it('a refused pause does not bring back what was deleted before it arrived', async () => {
  const shop = await stand.publishedShop();
  await stand.act(shop.user, `mercadolivre/despublicar/${shop.product.id}`);
  await refuseAfter(shop, () =>
    stand.server.call('DELETE', `/api/produtos/${shop.product.id}`, { token: shop.user.token }),
  );
  expect([...stand.real.mercadolivre.memory.listings.values()]).toMatchObject([{ status: 'closed' }]);
});

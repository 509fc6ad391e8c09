import { connections } from '@esteira/db/schema/platform/connections';
import { marketplaceAccounts } from '@esteira/db/schema/platform/marketplace-accounts';
import { listings } from '@esteira/db/schema/products/listings';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { consentAtMercadoLivre } from '../../../testing/accounts/consent';
import { makeProduct, makeUser, unique } from '../../../testing/makers';
import { openTestHarness } from '../../../testing/test-harness';
import { eraseDisconnectedBuyers } from '../buyers/disconnected-buyers';

const DAY = 24 * 60;
const harness = openTestHarness({ withQueue: true });

/** A seller who connected an account, with a product of 10 units that is for sale there. */
async function makeShop() {
  const user = await makeUser(harness.server);
  const mlId = harness.fakes.ml.registerSeller();
  const sku = unique('SKU');
  const product = await makeProduct(harness.server, user, { sku, estoque: 10 });
  const anuncio = harness.fakes.ml.seedListing(mlId, { sku, estoque: 10 });
  await harness.server.db.insert(listings).values({
    ...{ usuario_id: user.id, produto_id: product.id, marketplace: 'mercadolivre' },
    ...{ id_externo: anuncio, status: 'publicado', modo: 'real' },
  });
  await consentAtMercadoLivre(harness, user, { vendedor: mlId });
  expect(await harness.work()).toEqual([]);
  return { user, mlId, anuncio };
}

type Shop = Awaited<ReturnType<typeof makeShop>>;

async function disconnect({ user }: Shop): Promise<void> {
  const body = { marketplace: 'mercadolivre' };
  const { status } = await harness.server.call('POST', '/trpc/integrations.disconnect', {
    ...{ token: user.token, body },
  });
  expect(status).toBe(200);
}

const sell = ({ mlId, anuncio }: Shop) =>
  harness.fakes.ml.createPaidOrder({ vendedor_id: mlId, itens: [{ anuncio, quantidade: 3 }] }).ml_order_id;

/** Connects the account again; the numbers of the orders and the units that are left then. */
async function reconnect({ user, mlId }: Shop) {
  await consentAtMercadoLivre(harness, user, { vendedor: mlId });
  expect(await harness.work()).toEqual([]);
  const { token } = user;
  const { body: orders } = await harness.server.call('GET', '/api/pedidos', { token });
  const { body: products } = await harness.server.call('GET', '/api/produtos', { token });
  return {
    orders: orders.map((each: { ml_order_id: string }) => each.ml_order_id),
    units: products[0].estoque,
  };
}

it('an account that is connected again after days has sold what it sold meanwhile', async () => {
  const shop = await makeShop();
  await disconnect(shop);
  harness.later(60);
  const sold = sell(shop);
  harness.later(3 * DAY);
  expect(await reconnect(shop)).toEqual({ orders: [sold], units: 7 });
});

it('an account that was refused before it was disconnected is looked through from when it was refused', async () => {
  const shop = await makeShop();
  const isShop = eq(connections.usuario_id, shop.user.id);
  await harness.server.db.update(connections).set({ status: 'reconectar' }).where(isShop);
  await eraseDisconnectedBuyers(harness.server.deps);
  harness.later(60);
  const sold = sell(shop);
  harness.later(5 * DAY);
  await disconnect(shop);
  harness.later(DAY);
  expect(await reconnect(shop)).toEqual({ orders: [sold], units: 7 });
});

it('an account that was never connected is not looked through from before', async () => {
  const user = await makeUser(harness.server);
  const mlId = harness.fakes.ml.registerSeller();
  const anuncio = harness.fakes.ml.seedListing(mlId, { sku: unique('SKU'), estoque: 10 });
  sell({ user, mlId, anuncio });
  await harness.server.db
    .update(marketplaceAccounts)
    .set({ desconectada_em: harness.now.toISOString() })
    .where(eq(marketplaceAccounts.usuario_id, user.id));
  harness.later(3 * DAY);
  await makeProduct(harness.server, user, { estoque: 10 });
  expect(await reconnect({ user, mlId, anuncio })).toEqual({ orders: [], units: 10 });
});

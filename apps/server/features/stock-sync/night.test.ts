import { listings } from '@esteira/db/schema/products/listings';
import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeProduct, unique } from '../../testing/makers';
import {
  type FakeMarketplaces,
  makeConnectedSeller,
  startFakeMarketplaces,
} from '../../testing/marketplaces/fake-marketplaces';
import { createTestServer, type TestServer } from '../../testing/server';
import { drainStockOutbox } from './push-relay';
import { relayReconciliation } from './reconcile-relay';

/** The clock of this server runs ahead of the database's, by which the queue goes. */
let now = new Date(Date.now() + 30 * 60 * 60_000);
let server: TestServer;
let fakes: FakeMarketplaces;

beforeAll(async () => {
  const clock = () => now;
  fakes = await startFakeMarketplaces(clock);
  server = await createTestServer({ deps: { clock }, background: {} });
  fakes.joinTo(server);
  server.background?.start(server.deps);
});
afterAll(async () => {
  await server.close();
  await fakes.close();
});

it('what was changed on Mercado Livre’s own pages is shown after the night, and the stock is put right', async () => {
  const user = await makeConnectedSeller(server, fakes);
  const sku = unique('SKU');
  const product = await makeProduct(server, user, { sku, estoque: 4, preco_venda_ml: 100 });
  const id_externo = fakes.ml.seedListing(user.mlId, { sku, estoque: 4, preco_centavos: 10_000 });
  await server.db.insert(listings).values({
    usuario_id: user.id,
    produto_id: product.id,
    marketplace: 'mercadolivre',
    id_externo,
    status: 'publicado',
    modo: 'real',
  });
  Object.assign(fakes.ml.item(id_externo), { price: 80, available_quantity: 9 });

  // The end of the next night.
  now = new Date(now.getTime() + 24 * 60 * 60_000);
  now.setUTCHours(9);
  await relayReconciliation(server.deps);
  const differences = async () =>
    (await server.call('GET', '/trpc/stockSync.differences', { token: user.token })).body.result.data;
  await vi.waitFor(async () => expect(await differences()).toHaveLength(2), { timeout: 10_000 });
  const common = { produto_id: product.id, marketplace: MARKETPLACES[0] };
  expect(await differences()).toMatchObject([
    { ...common, campo: 'estoque', aqui: '4', la: '9' },
    { ...common, campo: 'preco', aqui: 'R$\u00a0100,00', la: 'R$\u00a080,00' },
  ]);

  await drainStockOutbox(server.deps);
  await vi.waitFor(() => expect(fakes.ml.item(id_externo).available_quantity).toBe(4), { timeout: 10_000 });
  expect(fakes.ml.violations).toEqual([]);
});

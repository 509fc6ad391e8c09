import { listings } from '@esteira/db/schema/products/listings';
import { beforeAll, expect, it } from 'vitest';
import { makeProduct, unique } from '../../testing/makers';
import { makeConnectedSeller } from '../../testing/marketplaces/fake-marketplaces';
import { openTestHarness } from '../../testing/test-harness';
import { relayNotifications } from '../webhooks/relay';

let webhook: string;
const harness = openTestHarness({ withQueue: true });
beforeAll(async () => {
  webhook = `${await harness.server.app.listen({ port: 0, host: '127.0.0.1' })}/webhooks/mercadolivre`;
});

const NOT_FOUND = { status: 404, body: { message: 'Shipment not found', error: 'not_found', status: 404 } };

/** A seller with a product for sale on Mercado Livre. */
async function makeShop() {
  const user = await makeConnectedSeller(harness.server, harness.fakes);
  const sku = unique('SKU');
  const product = await makeProduct(harness.server, user, { sku, estoque: 10 });
  const anuncio = harness.fakes.ml.seedListing(user.mlId, { sku, estoque: 10 });
  const key = { usuario_id: user.id, produto_id: product.id, status: 'publicado', modo: 'real' } as const;
  await harness.server.db
    .insert(listings)
    .values({ ...key, marketplace: 'mercadolivre', id_externo: anuncio });

  const announce = async (recurso: string, topico = 'orders_v2') => {
    await harness.fakes.ml.sendNotification(webhook, { vendedor_id: user.mlId, recurso, topico });
    await relayNotifications(harness.server.deps);
    expect(await harness.work()).toEqual([]);
  };
  const buy = (fields: object = {}) =>
    harness.fakes.ml.createPaidOrder({
      vendedor_id: user.mlId,
      itens: [{ anuncio, quantidade: 1 }],
      ...fields,
    });
  const parcels = async () => {
    const { body } = await harness.server.call('GET', '/api/pedidos', { token: user.token });
    return body.map(({ envio }: { envio: { situacao: string } }) => envio.situacao);
  };
  return { user, announce, buy, parcels };
}

/** The shipments cannot be read so often. */
const hideShipments = (times: number) =>
  harness.fakes.ml.fail({ path: /^\/shipments\/\d+$/, times, failure: NOT_FOUND });

it('a parcel that could not be read with its order is found when it is announced', async () => {
  const { announce, buy, parcels } = await makeShop();
  const { ml_order_id, envio_id } = buy();
  hideShipments(1);
  await announce(`/orders/${ml_order_id}`);
  expect(await parcels()).toEqual(['aguardando_marketplace']);
  await announce(`/shipments/${envio_id}`, 'shipments');
  expect(await parcels()).toEqual(['etiqueta_pronta']);
});

it('all orders of its pack are, too', async () => {
  const { announce, buy, parcels } = await makeShop();
  const first = buy();
  const second = buy({ pacote_id: first.pacote_id });
  hideShipments(2);
  for (const { ml_order_id } of [first, second]) await announce(`/orders/${ml_order_id}`);
  expect(await parcels()).toEqual(['aguardando_marketplace', 'aguardando_marketplace']);
  await announce(`/shipments/${first.envio_id}`, 'shipments');
  expect(await parcels()).toEqual(['etiqueta_pronta', 'etiqueta_pronta']);
});

it('a parcel whose number was not known with the order is found when it is announced', async () => {
  const { announce, buy, parcels } = await makeShop();
  const { ml_order_id } = buy({ sem_envio_ainda: true });
  await announce(`/orders/${ml_order_id}`);
  expect(await parcels()).toEqual(['aguardando_marketplace']);
  const envio_id = harness.fakes.ml.createShipment(ml_order_id);
  await announce(`/shipments/${envio_id}`, 'shipments');
  expect(await parcels()).toEqual(['etiqueta_pronta']);
});

it('a parcel without a notification is looked for again within minutes, ever more rarely', async () => {
  const { user, announce, buy, parcels } = await makeShop();
  const { ml_order_id, envio_id } = buy();
  const reads = () => harness.fakes.ml.calls('GET', new RegExp(`^/shipments/${envio_id}$`)).length;
  hideShipments(6);
  await announce(`/orders/${ml_order_id}`);
  const seen: number[] = [];
  for (let minute = 0; minute < 15; minute += 1) {
    harness.later(1);
    expect(await harness.work()).toEqual([]);
    seen.push(reads());
  }
  expect(seen.slice(0, 3)).toEqual([2, 3, 4]);
  expect(seen.at(-1)).toBe(7);
  expect(await parcels()).toEqual(['etiqueta_pronta']);
  expect(harness.jobs.waiting.filter(({ data }) => data.usuario_id === user.id)).toEqual([]);
});

it('a parcel that the account may not read is not asked for again and again', async () => {
  const { announce, buy } = await makeShop();
  const { ml_order_id } = buy();
  harness.fakes.ml.fail({ path: /^\/shipments\/\d+$/, times: 50, failure: { status: 403 } });
  await announce(`/orders/${ml_order_id}`);
  expect(harness.jobs.kinds()).toEqual([]);
});

it('announcements of parcels of others ask for no more than what waits for one', async () => {
  const { announce, buy, parcels } = await makeShop();
  const { ml_order_id } = buy();
  await announce(`/orders/${ml_order_id}`);
  const before = harness.fakes.ml.calls('GET', new RegExp(`^/orders/${ml_order_id}$`)).length;
  await announce('/shipments/43999999999', 'shipments');
  expect(harness.fakes.ml.calls('GET', new RegExp(`^/orders/${ml_order_id}$`))).toHaveLength(before);
  expect(await parcels()).toEqual(['etiqueta_pronta']);
});

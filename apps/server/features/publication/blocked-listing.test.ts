import { queryRows } from '@esteira/db/database';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { makeProduct, unique } from '../../testing/makers';
import { addHeldPage, makeConnectedSeller } from '../../testing/marketplaces/fake-marketplaces';
import { openTestHarness } from '../../testing/test-harness';
import { drainStockOutbox } from '../stock-sync/push-relay';
import { relayNotifications } from '../webhooks/relay';

const harness = openTestHarness({ withQueue: true });

const EAN = '6925281974397';

async function makeShop(fields: Record<string, unknown> = {}) {
  const user = await makeConnectedSeller(harness.server, harness.fakes);
  const sku = unique('SKU');
  const product = await makeProduct(harness.server, user, {
    nome: 'Fone de ouvido sem fio',
    sku,
    estoque: 10,
    ficha: { marca: 'JBL', modelo: 'Tune 520', ean: EAN },
    ...fields,
  });
  const { token } = user;
  const states = encodeURIComponent(JSON.stringify({ ids: [product.id] }));
  return {
    ...{ user, sku, product },
    act: async (path: string) => {
      const answer = await harness.server.call('POST', `/api/${path}/${product.id}`, { token });
      expect(answer.status, answer.text).toBe(200);
      return answer.body;
    },
    state: async () =>
      (await harness.server.call('GET', `/trpc/publication.states?input=${states}`, { token })).body.result
        .data.itens[0],
    orders: async () => (await harness.server.call('GET', '/api/pedidos', { token })).body,
    stock: async () => (await harness.server.call('GET', '/api/produtos', { token })).body[0].estoque,
  };
}

function workLater(minutes: number): Promise<unknown[]> {
  harness.later(minutes);
  return harness.work();
}

/** Pushes what is in the outbox, as after the delay that joins a burst of sales into one push. */
async function pushStock(): Promise<void> {
  await queryRows(harness.server.db, sql`UPDATE envios_estoque SET devido_em = now() - interval '1 second'`);
  await drainStockOutbox(harness.server.deps);
  expect(await harness.work()).toEqual([]);
}

it('a Mercado Livre listing that must be mended first is known from the start, and its sale takes stock', async () => {
  const shop = await makeShop({ imagem_url: 'https://cdn.exemplo.com.br/a-corrigir.jpg' });
  await shop.act('mercadolivre/publicar');
  expect(await harness.work()).toEqual([]);
  expect(await shop.state()).toMatchObject({
    status: 'erro',
    motivo: expect.stringContaining('pede correções'),
  });

  const [item] = harness.fakes.ml.items(shop.user.mlId);
  if (item === undefined) throw new Error('nothing was published');
  Object.assign(harness.fakes.ml.item(item.id), { status: 'active', sub_status: [] });
  const { ml_order_id } = harness.fakes.ml.createPaidOrder({
    vendedor_id: shop.user.mlId,
    itens: [{ anuncio: item.id, quantidade: 2 }],
  });
  const webhook = await harness.server.call('POST', '/webhooks/mercadolivre', {
    body: {
      _id: unique('aviso'),
      resource: `/orders/${ml_order_id}`,
      user_id: Number(shop.user.mlId),
      topic: 'orders_v2',
      application_id: Number(harness.fakes.ml.appId),
      attempts: 1,
      sent: harness.now.toISOString(),
      received: harness.now.toISOString(),
    },
  });
  expect(webhook.status).toBe(200);
  await relayNotifications(harness.server.deps);
  expect(await harness.work()).toEqual([]);
  expect(await shop.orders()).toMatchObject([{ ml_order_id, requer_atencao: false }]);
  expect(await shop.stock()).toBe(8);

  expect(await workLater(1)).toEqual([]);
  expect(await shop.state()).toMatchObject({ status: 'publicado', motivo: null });
});

it('an Amazon listing with a problem at the first look is looked at again, and is told its stock', async () => {
  const shop = await makeShop();
  const release = addHeldPage(harness.fakes, EAN);
  await shop.act('amazon/publicar');
  expect(await harness.work()).toEqual([]);
  harness.fakes.amazon.finishProcessing();
  expect(await workLater(1)).toEqual([]);
  expect(await shop.state()).toMatchObject({
    status: 'erro',
    motivo: expect.stringContaining('Em análise.'),
  });

  // The problem clears between two checks, and the stock changes at the same time.
  release();
  const { token } = shop.user;
  const [stored] = (await harness.server.call('GET', '/api/produtos', { token })).body;
  const edited = await harness.server.call('PUT', `/api/produtos/${shop.product.id}`, {
    token,
    body: { ...stored, estoque: 3 },
  });
  expect(edited.status, edited.text).toBe(200);
  await pushStock();
  const offer = () => harness.fakes.amazon.listingsOf(shop.user.amazonId)[0]?.attributes;
  expect(offer()).toMatchObject({ fulfillment_availability: [{ quantity: 3 }] });

  expect(await workLater(1)).toEqual([]);
  expect(await shop.state()).toMatchObject({ status: 'publicado', motivo: null });
});

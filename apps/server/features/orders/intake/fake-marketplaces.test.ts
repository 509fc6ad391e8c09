import { connections } from '@esteira/db/schema/platform/connections';
import { listings } from '@esteira/db/schema/products/listings';
import { NFE_KEYS, nfeXml } from '@esteira/domain/testing/nfe-sample';
import { sampleProduct } from '@esteira/marketplaces/testing/sample-product';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { toCookie } from '../../../testing/accounts/accounts';
import { makeProduct, makeUser, type TestUser, unique } from '../../../testing/makers';
import { makeConnectedSeller } from '../../../testing/marketplaces/fake-marketplaces';
import { openTestHarness } from '../../../testing/test-harness';
import { relayNotifications } from '../../webhooks/relay';
import { relayMissedOrders } from '../polling/missed-orders';
import { relayPolls } from '../polling/poll-relay';

const EAN = '6925281974397';

let webhook: string;
const harness = openTestHarness({ withQueue: true });
beforeAll(async () => {
  harness.fakes.amazon.addCatalogItem({ asin: 'B08N5WRWNW', ean: EAN, titulo: 'Fone JBL', marca: 'JBL' });
  webhook = `${await harness.server.app.listen({ port: 0, host: '127.0.0.1' })}/webhooks/mercadolivre`;
});

/** A seller with a product of 10 units that is for sale on both. */
async function makeShop() {
  const user = await makeConnectedSeller(harness.server, harness.fakes);
  const sku = unique('SKU');
  const product = await makeProduct(harness.server, user, { sku, estoque: 10 });
  const anuncio = harness.fakes.ml.seedListing(user.mlId, { sku, estoque: 10 });
  const key = { usuario_id: user.id, produto_id: product.id, status: 'publicado', modo: 'real' } as const;
  await harness.server.db.insert(listings).values([
    { ...key, marketplace: 'mercadolivre', id_externo: anuncio },
    { ...key, marketplace: 'amazon', id_externo: sku },
  ]);
  return { user, product, anuncio, sku };
}

const buy = (shop: { user: { mlId: string }; anuncio: string }, units = 1, fields: object = {}) =>
  harness.fakes.ml.createPaidOrder({
    vendedor_id: shop.user.mlId,
    itens: [{ anuncio: shop.anuncio, quantidade: units }],
    ...fields,
  });

async function announce({ user }: { user: { mlId: string } }, recurso: string, topico = 'orders_v2') {
  const notice = { vendedor_id: user.mlId, recurso, topico };
  const delivery = await harness.fakes.ml.sendNotification(webhook, notice);
  expect(delivery).toMatchObject({ status: 200, em_tempo: true });
  await relayNotifications(harness.server.deps);
  return harness.work();
}

const getOrders = async ({ token }: TestUser) =>
  (await harness.server.call('GET', '/api/pedidos', { token })).body;
const getStock = async ({ token }: TestUser) =>
  (await harness.server.call('GET', '/api/produtos', { token })).body[0].estoque;
const step = ({ token }: TestUser, id: string, path: string, body?: object) =>
  harness.server.call('POST', `/api/pedidos/${id}/${path}`, { token, ...(body && { body }) });

describe('Mercado Livre, the whole way', () => {
  it('a sale is announced, invoiced, labelled, and followed to the buyer', async () => {
    const shop = await makeShop();
    const { ml_order_id, envio_id } = buy(shop, 2, { envio: { substatus: 'invoice_pending' } });
    expect(await announce(shop, `/orders/${ml_order_id}`)).toEqual([]);
    const [order] = await getOrders(shop.user);
    expect(order).toMatchObject({
      ml_order_id,
      quantidade: 2,
      produto_id: shop.product.id,
      status: 'pendente',
    });
    expect(order.envio).toMatchObject({ situacao: 'aguardando_nota', precisa_nota: true });
    expect(await getStock(shop.user)).toBe(8);

    await step(shop.user, order.id, 'aprovar');
    const waiting = await step(shop.user, order.id, 'enviar-fornecedor');
    expect([waiting.status, waiting.body.detail]).toEqual([409, expect.stringContaining('NF-e')]);
    const invoiced = await harness.server.call('POST', '/trpc/orders.submitInvoice', {
      token: shop.user.token,
      body: { id: order.id, xml: nfeXml(NFE_KEYS[0]) },
    });
    expect(invoiced.status, invoiced.text).toBe(200);
    expect(await harness.work()).toEqual([]);
    expect((await getOrders(shop.user))[0].envio).toMatchObject({ tem_etiqueta: true, precisa_nota: false });

    const sent = await step(shop.user, order.id, 'enviar-fornecedor');
    expect(sent.status, sent.text).toBe(200);
    const url = new URL(sent.body.etiqueta_ml_url);
    expect((await harness.server.call('GET', url.pathname + url.search)).text.startsWith('%PDF')).toBe(true);
    await step(shop.user, order.id, 'pagar');
    expect(await harness.work()).toEqual([]);
    const early = await step(shop.user, order.id, 'enviado-cliente');
    expect(early.status).toBe(409);

    harness.later(60);
    harness.fakes.ml.moveShipment(envio_id ?? '', { status: 'shipped', substatus: null });
    expect(await announce(shop, `/shipments/${envio_id}`, 'shipments')).toEqual([]);
    expect((await getOrders(shop.user))[0].status).toBe('enviado_cliente');
    harness.later(60);
    harness.fakes.ml.moveShipment(envio_id ?? '', { status: 'delivered', substatus: null });
    expect(await announce(shop, `/shipments/${envio_id}`, 'shipments')).toEqual([]);
    expect((await getOrders(shop.user))[0].status).toBe('entregue');
  });

  it('the same sale announced five times and read late is one order', async () => {
    const shop = await makeShop();
    const { ml_order_id } = buy(shop);
    for (let time = 0; time < 5; time += 1)
      expect(await announce(shop, `/orders/${ml_order_id}`)).toEqual([]);
    expect(await getOrders(shop.user)).toHaveLength(1);
    expect(await getStock(shop.user)).toBe(9);
    harness.later(1);
    harness.fakes.ml.cancelOrder(ml_order_id);
    for (let time = 0; time < 2; time += 1)
      expect(await announce(shop, `/orders/${ml_order_id}`)).toEqual([]);
    expect(await getStock(shop.user)).toBe(10);
  });

  it('a sale without a notification arrives all the same, and so does one of the missed feeds', async () => {
    const shop = await makeShop();
    harness.later(10);
    const silent = buy(shop);
    const missed = buy(shop);
    harness.fakes.ml.missNotification({
      vendedor_id: shop.user.mlId,
      recurso: `/orders/${missed.ml_order_id}`,
    });
    harness.later(5);
    await relayPolls(harness.server.deps);
    await relayMissedOrders(harness.server.deps);
    expect(await harness.work()).toEqual([]);
    const numbers = (await getOrders(shop.user)).map((each: { ml_order_id: string }) => each.ml_order_id);
    expect(numbers.sort()).toEqual([silent.ml_order_id, missed.ml_order_id].sort());
  });

  it('a sale that is suspected of fraud is not approved', async () => {
    const shop = await makeShop();
    const { ml_order_id } = buy(shop, 1, { tags: ['fraud_risk_detected'] });
    await announce(shop, `/orders/${ml_order_id}`);
    const [order] = await getOrders(shop.user);
    const refused = await step(shop.user, order.id, 'aprovar');
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('fraude')]);
  });

  it('two orders of one pack share the pack, and each gets the parcel’s label', async () => {
    const shop = await makeShop();
    const first = buy(shop);
    const second = buy(shop, 1, { pacote_id: first.pacote_id });
    for (const { ml_order_id } of [first, second]) await announce(shop, `/orders/${ml_order_id}`);
    const both = await getOrders(shop.user);
    expect(both.map((each: { envio: { pacote_id: string } }) => each.envio.pacote_id)).toEqual([
      first.pacote_id,
      first.pacote_id,
    ]);
    for (const { id } of both) {
      await step(shop.user, id, 'aprovar');
      expect((await step(shop.user, id, 'enviar-fornecedor')).body.etiqueta_ml_url).toEqual(
        expect.any(String),
      );
    }
  });

  it('a number that was made up, in the name of a connected seller, comes to nothing', async () => {
    const shop = await makeShop();
    expect(await announce(shop, '/orders/2000009999999999')).toEqual([]);
    expect(await getOrders(shop.user)).toEqual([]);
  });
});

describe('Amazon, the whole way', () => {
  /** The shop with a listing that Amazon knows too. */
  async function makeAmazonShop() {
    const shop = await makeShop();
    const published = await harness.server.deps.marketplaces.amazon.publish(
      { usuarioId: shop.user.id, contaId: 1 },
      sampleProduct({ id: shop.product.id, sku: shop.sku, ean: EAN, marca: 'JBL' }),
    );
    expect(published).toMatchObject({ id_externo: shop.sku });
    return shop;
  }

  it('a sale is found, invoiced, labelled, and followed', async () => {
    const shop = await makeAmazonShop();
    harness.later(10);
    const { orderId } = harness.fakes.amazon.createPaidOrder(shop.user.amazonId, {
      sku: shop.sku,
      quantidade: 3,
      nota: 'NOT_FOUND',
    });
    harness.later(6);
    await relayPolls(harness.server.deps);
    expect(await harness.work()).toEqual([]);
    const [order] = await getOrders(shop.user);
    expect(order).toMatchObject({ ml_order_id: orderId, marketplace: 'amazon', quantidade: 3 });
    expect(await getStock(shop.user)).toBe(7);
    await step(shop.user, order.id, 'aprovar');
    expect((await step(shop.user, order.id, 'enviar-fornecedor')).status).toBe(409);
    const invoiced = await harness.server.call('POST', '/trpc/orders.submitInvoice', {
      token: shop.user.token,
      body: { id: order.id, xml: nfeXml() },
    });
    expect(invoiced.status, invoiced.text).toBe(200);
    harness.fakes.amazon.finishProcessing();
    harness.later(1);
    expect(await harness.work()).toEqual([]);
    const sent = await step(shop.user, order.id, 'enviar-fornecedor');
    expect(sent.status, sent.text).toBe(200);
    await step(shop.user, order.id, 'pagar');
    harness.later(30);
    harness.fakes.amazon.changeOrder(orderId, { status: 'SHIPPED', atualizado_em: harness.now });
    harness.later(6);
    await relayPolls(harness.server.deps);
    expect(await harness.work()).toEqual([]);
    expect((await getOrders(shop.user))[0].status).toBe('enviado_cliente');
  });

  it('a sale whose payment is checked waits for it, and takes no stock until then', async () => {
    const shop = await makeAmazonShop();
    harness.later(10);
    const { orderId } = harness.fakes.amazon.createPaidOrder(shop.user.amazonId, {
      sku: shop.sku,
      pendente: true,
    });
    harness.later(6);
    await relayPolls(harness.server.deps);
    expect(await harness.work()).toEqual([]);
    expect(await getOrders(shop.user)).toEqual([]);
    expect(await getStock(shop.user)).toBe(10);
    harness.fakes.amazon.changeOrder(orderId, { status: 'UNSHIPPED', atualizado_em: harness.now });
    harness.later(6);
    await relayPolls(harness.server.deps);
    expect(await harness.work()).toEqual([]);
    expect(await getOrders(shop.user)).toMatchObject([{ ml_order_id: orderId, status: 'pendente' }]);
  });

  it('a parcel that cannot be delivered asks for attention, with a reason', async () => {
    const shop = await makeAmazonShop();
    harness.later(10);
    const { orderId } = harness.fakes.amazon.createPaidOrder(shop.user.amazonId, { sku: shop.sku });
    const parcel = { packageReferenceId: '1', carrier: 'ATS', trackingNumber: 'TBA1' };
    const shipTime = harness.now.toISOString();
    harness.fakes.amazon.changeOrder(orderId, {
      status: 'SHIPPED',
      packages: [{ ...parcel, shipTime, status: 'UNDELIVERABLE' }],
    });
    harness.later(6);
    await relayPolls(harness.server.deps);
    expect(await harness.work()).toEqual([]);
    expect(await getOrders(shop.user)).toMatchObject([
      {
        requer_atencao: true,
        motivo_atencao: 'A entrega não foi possível e o pacote volta ao remetente.',
        envio: { situacao: 'devolvido' },
      },
    ]);
  });

  it('a sale comes without the buyer where the application may not read personal data', async () => {
    const shop = await makeAmazonShop();
    harness.later(10);
    harness.fakes.amazon.createPaidOrder(shop.user.amazonId, { sku: shop.sku, semDadosPessoais: true });
    harness.later(6);
    await relayPolls(harness.server.deps);
    expect(await harness.work()).toEqual([]);
    expect(await getOrders(shop.user)).toMatchObject([
      { cliente_endereco: 'Não informado pelo marketplace', atencoes: [] },
    ]);
  });
});

describe('connecting', () => {
  it('goes through the page of consent and back, and the account works', async () => {
    const user = await makeUser(harness.server);
    const seller = harness.fakes.ml.registerSeller({ nickname: 'LOJADAANA' });
    const begun = await harness.server.call('POST', '/trpc/integrations.connect', {
      token: user.token,
      body: { marketplace: 'mercadolivre' },
    });
    const { url } = begun.body.result.data;
    const back = new URL(harness.fakes.ml.consent(url, seller));
    const answer = await harness.server.call('GET', back.pathname + back.search, {
      headers: { cookie: toCookie(begun.headers) },
    });
    expect(answer.headers['location']).toBe('/integracao?marketplace=mercadolivre&conexao=ok');
    const status = await harness.server.call('GET', '/trpc/integrations.status', { token: user.token });
    expect(status.body.result.data.mercadolivre).toMatchObject({
      modo: 'real',
      conexao: { conta_nome: 'LOJADAANA', status: 'conectado' },
    });
    expect(harness.jobs.kinds()).toEqual(['orders-poll']);
    expect(await harness.work()).toEqual([]);
  });

  const expire = (mlId: string) =>
    harness.server.db
      .update(connections)
      .set({ expira_em: new Date(harness.now.getTime() - 1_000).toISOString() })
      .where(eq(connections.vendedor_id, mlId));

  const renewals = () => harness.fakes.ml.calls('POST', /^\/oauth\/token$/).length;

  it('20 parallel readings with an expired token are one renewal at the marketplace', async () => {
    const shop = await makeShop();
    const { ml_order_id } = buy(shop);
    await expire(shop.user.mlId);
    harness.fakes.ml.expireTokens(shop.user.mlId);
    const before = renewals();
    const adapter = harness.server.deps.marketplaces.mercadolivre;
    const ctx = { usuarioId: shop.user.id, contaId: 1 };
    await Promise.all(Array.from({ length: 20 }, () => adapter.readOrder(ctx, ml_order_id)));
    expect(renewals() - before).toBe(1);
  });

  it('a renewal whose answer is lost ends in reconnecting, and the harness.jobs wait', async () => {
    const shop = await makeShop();
    const { ml_order_id } = buy(shop);
    await expire(shop.user.mlId);
    harness.fakes.ml.fail({ method: 'POST', path: /^\/oauth\/token$/, failure: 'lose_answer' });
    expect(await announce(shop, `/orders/${ml_order_id}`)).toMatchObject([{ kind: 'auth_expired' }]);
    harness.fakes.ml.recover();
    expect(await announce(shop, `/orders/${ml_order_id}`)).toMatchObject([{ kind: 'reconnect_required' }]);
    const status = await harness.server.call('GET', '/trpc/integrations.status', { token: shop.user.token });
    expect(status.body.result.data.mercadolivre.conexao).toMatchObject({
      status: 'reconectar',
      motivo: expect.any(String),
    });
  });
});

import { listings } from '@esteira/db/schema/products/listings';
import { sampleProduct } from '@esteira/marketplaces/testing/sample-product';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeProduct, type TestUser, unique } from '../../../testing/makers';
import { makeConnectedSeller } from '../../../testing/marketplaces/fake-marketplaces';
import { openTestHarness } from '../../../testing/test-harness';
import { relayPolls } from '../polling/poll-relay';
import { findContradictions } from '../testing/invariants';

const EAN = '6925281974397';
const harness = openTestHarness({ withQueue: true });
beforeAll(() => {
  harness.fakes.amazon.addCatalogItem({ asin: 'B08N5WRWNW', ean: EAN, titulo: 'Fone JBL', marca: 'JBL' });
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
  await harness.server.deps.marketplaces.amazon.publish(
    { usuarioId: user.id, contaId: 1 },
    sampleProduct({ id: product.id, sku, ean: EAN, marca: 'JBL' }),
  );
  harness.later(10);
  return { user, product, anuncio, sku };
}

async function poll() {
  harness.later(6);
  await relayPolls(harness.server.deps);
  expect(await harness.work()).toEqual([]);
}

const get = async ({ token }: TestUser, path: string) =>
  (await harness.server.call('GET', path, { token })).body;
const ask = async (user: TestUser, procedure: string, input: object = {}) =>
  (await get(user, `/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`)).result.data;
const getOrder = async (user: TestUser) => (await get(user, '/api/pedidos'))[0];
const getStock = async (user: TestUser) => (await get(user, '/api/produtos'))[0].estoque;

const NOTHING_TO_DO = {
  aprovar: 0,
  enviar: 0,
  pagar: 0,
  despachar: 0,
  atrasados: 0,
  etiquetas: 0,
  atencao: 0,
};

/** Whatever the seller is told to do, and whoever is to be paid. */
async function expectNothingToDo(user: TestUser) {
  expect(await ask(user, 'dashboard.todo')).toMatchObject(NOTHING_TO_DO);
  expect(await ask(user, 'purchasing.list')).toEqual({
    fornecedores: [],
    parcial: false,
    sem_fornecedor: 0,
  });
  const counts = await ask(user, 'orders.counts');
  expect(counts).toMatchObject({ pendentes: 0, aprovados: 0, com_fornecedor: 0 });
  const { itens } = await ask(user, 'notices.list');
  expect(itens.map(({ tipo }: { tipo: string }) => tipo)).toEqual(['venda']);
}

const PATHS = ['aprovar', 'enviar-fornecedor', 'pagar', 'enviado-cliente', 'entregue'] as const;

/** By one order, by many, over REST and tRPC. */
async function expectNoStep(user: TestUser, id: string, sentence: string) {
  const post = (path: string, body?: object) =>
    harness.server.call('POST', path, { token: user.token, ...(body && { body }) });
  for (const acao of PATHS) {
    const alone = await post(`/api/pedidos/${id}/${acao}`);
    expect([alone.status, alone.body.detail]).toEqual([409, sentence]);
    const [inBulk] = (await post('/trpc/orders.bulk', { acao, ids: [id] })).body.result.data.resultados;
    expect(inBulk).toMatchObject({ ok: false, detail: sentence });
  }
  expect((await post('/trpc/orders.approve', { id })).status).toBe(409);
  expect((await post('/trpc/orders.markDelivered', { id })).status).toBe(409);
  expect((await post(`/api/pedidos/${id}/cancelar`, { motivo: 'Desistiu' })).status).toBe(409);
  const { faltando } = (await post('/api/pedidos/etiquetas', { ids: [id] })).body;
  expect(faltando).toMatchObject([{ id, motivo: sentence }]);
  const { itens } = await ask(user, 'orders.choose', { filtro: 'todos' });
  expect(itens).toMatchObject([{ id, enviado_pelo_marketplace: true }]);
}

describe('an order that Mercado Livre sends from Full', () => {
  it('moves no stock, asks nothing of the seller, and follows its parcel to the buyer', async () => {
    const { user, anuncio, product } = await makeShop();
    const { envio_id } = harness.fakes.ml.createPaidOrder({
      vendedor_id: user.mlId,
      itens: [{ anuncio, quantidade: 2 }],
      envio: { logistic_type: 'fulfillment' },
      tags: ['fraud_risk_detected'],
    });
    await poll();
    const order = await getOrder(user);
    expect(order).toMatchObject({
      ...{ status: 'enviado_cliente', enviado_pelo_marketplace: true, produto_id: product.id, quantidade: 2 },
      ...{ requer_atencao: false, despachar_ate: null, etiqueta_ml_url: null },
      envio: { situacao: 'aguardando_marketplace', tem_etiqueta: false, precisa_nota: false, bloqueio: null },
    });
    await expectNothingToDo(user);
    await expectNoStep(user, order.id, 'O Mercado Livre envia este pedido do Full.');
    const month = new Date(order.criado_em).toLocaleDateString('sv-SE').slice(0, 7);
    for (const file of ['pedidos.csv', `fechamento.csv?mes=${month}`]) {
      const { text } = await harness.server.call('GET', `/api/exportar/${file}`, { token: user.token });
      expect(text).toContain(';Com o Mercado Livre;');
    }
    harness.later(180);
    harness.fakes.ml.moveShipment(envio_id ?? '', { status: 'shipped', substatus: null });
    await poll();
    expect(await getOrder(user)).toMatchObject({ status: 'enviado_cliente', envio: { situacao: 'enviado' } });
    harness.later(180);
    harness.fakes.ml.moveShipment(envio_id ?? '', { status: 'delivered', substatus: null });
    await poll();
    expect(await getOrder(user)).toMatchObject({ status: 'entregue' });
    expect(await getStock(user)).toBe(10);
    expect(await findContradictions({ server: harness.server, user })).toEqual([]);
  });

  it('gives nothing back when it is cancelled', async () => {
    const { user, anuncio } = await makeShop();
    const { ml_order_id } = harness.fakes.ml.createPaidOrder({
      vendedor_id: user.mlId,
      itens: [{ anuncio, quantidade: 1 }],
      envio: { logistic_type: 'fulfillment' },
    });
    await poll();
    harness.later(60);
    harness.fakes.ml.cancelOrder(ml_order_id);
    harness.later(31);
    await poll();
    expect(await getOrder(user)).toMatchObject({ status: 'cancelado' });
    expect(await getStock(user)).toBe(10);
  });

  it('that was read before its shipment gives back once what it took', async () => {
    const { user, anuncio } = await makeShop();
    harness.fakes.ml.createPaidOrder({
      vendedor_id: user.mlId,
      itens: [{ anuncio, quantidade: 3 }],
      envio: { logistic_type: 'fulfillment' },
    });
    harness.fakes.ml.fail({ path: /^\/shipments\/\d+$/, times: 1, failure: { status: 403 } });
    await poll();
    expect(await getOrder(user)).toMatchObject({ status: 'pendente', enviado_pelo_marketplace: false });
    expect(await getStock(user)).toBe(7);
    for (const _time of [1, 2]) {
      harness.later(180);
      await poll();
      expect(await getOrder(user)).toMatchObject({ status: 'enviado_cliente', requer_atencao: false });
      expect(await getStock(user)).toBe(10);
    }
    await expectNothingToDo(user);
    expect(await findContradictions({ server: harness.server, user })).toEqual([]);
  });
});

describe('an order that Amazon sends', () => {
  it('is found, moves no stock, asks nothing of the seller, and follows Amazon to the buyer', async () => {
    const { user, sku } = await makeShop();
    const choice = { sku, quantidade: 20, fba: true, semDadosPessoais: true, nota: 'NOT_FOUND' } as const;
    const { orderId } = harness.fakes.amazon.createPaidOrder(user.amazonId, choice);
    await poll();
    const order = await getOrder(user);
    expect(order).toMatchObject({
      ...{ ml_order_id: orderId, status: 'enviado_cliente', enviado_pelo_marketplace: true },
      ...{ quantidade: 20, requer_atencao: false, despachar_ate: null },
      envio: { situacao: 'aguardando_marketplace', precisa_nota: false },
    });
    await expectNothingToDo(user);
    await expectNoStep(user, order.id, 'A Amazon envia este pedido.');
    const parcel = { packageReferenceId: '1', carrier: 'ATS', trackingNumber: 'TBA1' };
    const shipTime = harness.now.toISOString();
    harness.later(30);
    harness.fakes.amazon.changeOrder(orderId, {
      status: 'SHIPPED',
      packages: [{ ...parcel, shipTime, status: 'DELIVERED' }],
    });
    await poll();
    expect(await getOrder(user)).toMatchObject({ status: 'entregue', requer_atencao: false });
    expect(await getStock(user)).toBe(10);
    expect(await findContradictions({ server: harness.server, user })).toEqual([]);
  });
});

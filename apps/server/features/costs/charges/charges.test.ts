import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import { listings } from '@esteira/db/schema/products/listings';
import { ML_HOME } from '@esteira/domain/testing/profit-sale';
import type { OrderCharges } from '@esteira/marketplaces/port';
import { sampleProduct } from '@esteira/marketplaces/testing/sample-product';
import type { OrderCosts } from '@esteira/validators/costs/order-costs';
import type { Order } from '@esteira/validators/orders/order';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeProduct, makeSupplier, unique } from '../../../testing/makers';
import { makeConnectedSeller } from '../../../testing/marketplaces/fake-marketplaces';
import { openTestHarness } from '../../../testing/test-harness';
import { findContradictions } from '../../orders/testing/invariants';
import { readAgreedCosts } from '../testing/agreement';
import { READ_CHARGES_AFTER_MINUTES, relayCharges } from './charge-relay';
import { saveCharges } from './save-charges';

const DAY_MINUTES = 24 * 60;
const EAN = '6925281974397';

const harness = openTestHarness();
let user: Awaited<ReturnType<typeof makeConnectedSeller>>;
beforeEach(async () => {
  user = await makeConnectedSeller(harness.server, harness.fakes);
  await call('PUT', '/api/custos', {
    ...{ regime: 'simples', receita_12_meses: 180_000, embalagem: 1.5 },
    ...{ reputacao_ml: 'green', logistica_ml: 'xd_drop_off', categoria_ml: ML_HOME },
    ...{ logistica_amazon: 'dba', origem_amazon: 'sp_capital', categoria_amazon: 'Casa' },
  });
});

async function call<Body = unknown>(method: string, path: string, body?: object): Promise<Body> {
  const answer = await harness.server.call(method, path, { token: user.token, ...(body && { body }) });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}

/** Home goods of 800 g for R$ 79,00 from a supplier for R$ 30,00, for sale on both. */
async function makeShop() {
  const sku = unique('SKU');
  const { id: fornecedor_id } = await makeSupplier(harness.server, user);
  const product = await makeProduct(harness.server, user, {
    ...{ sku, fornecedor_id, preco_fornecedor: 30, preco_venda_ml: 79, preco_venda_amazon: 79, estoque: 50 },
    custos: { peso_g: 800 },
  });
  const anuncio = harness.fakes.ml.seedListing(user.mlId, { sku, estoque: 50, preco_centavos: 7900 });
  const key = { usuario_id: user.id, produto_id: product.id, status: 'publicado', modo: 'real' } as const;
  await harness.server.db.insert(listings).values([
    { ...key, marketplace: 'mercadolivre', id_externo: anuncio },
    { ...key, marketplace: 'amazon', id_externo: sku },
  ]);
  return { product, sku, anuncio };
}

async function read(marketplace: 'mercadolivre' | 'amazon', ml_order_id: string): Promise<void> {
  await harness.jobs.send(harness.server.db, 'order-read', {
    conta_id: 1,
    usuario_id: user.id,
    marketplace,
    ml_order_id,
  });
  expect(await harness.jobs.work(harness.server.deps, ['order-read'])).toEqual([]);
}

/** Lets a buyer pay for one unit on Mercado Livre, and takes the order in. */
async function sell({ anuncio }: { anuncio: string }, fields: object = {}) {
  const sold = harness.fakes.ml.createPaidOrder({
    ...{ vendedor_id: user.mlId, itens: [{ anuncio, quantidade: 1 }] },
    ...fields,
  });
  harness.fakes.ml.setSaleFee(sold.ml_order_id, 9.5);
  await read('mercadolivre', sold.ml_order_id);
  const order = (await call<Order[]>('GET', '/api/pedidos')).find(
    (one) => one.ml_order_id === sold.ml_order_id,
  );
  return { ...sold, id: order?.id ?? '', envio_id: sold.envio_id ?? '' };
}

/** What the jobs of the next so many minutes read. */
async function readChargesAfter(minutes: number): Promise<void> {
  harness.later(minutes);
  await relayCharges(harness.server.deps);
  expect(await harness.work()).toEqual([]);
}

/** For when the session has ended. */
async function isCharged(id: string): Promise<boolean | undefined> {
  const [row] = await harness.server.db
    .select({ isCharged: orders.custos_cobrados })
    .from(orders)
    .where(and(eq(orders.usuario_id, user.id), eq(orders.id, id)));
  return row?.isCharged;
}

const costsOf = (id: string) => call<OrderCosts>('GET', `/api/pedidos/${id}/custos`);

const lineOf = ({ linhas }: OrderCosts, code: string) => {
  const line = linhas.find(({ codigo }) => codigo === code);
  return line && { valor: line.valor, origem: line.origem, cobrado: line.cobrado };
};

const readAgreed = (...ids: string[]) => readAgreedCosts({ server: harness.server, user }, ids);

describe('an order of Mercado Livre', () => {
  it('goes from its estimate to what was charged, and follows a late correction, everywhere to the cent', async () => {
    const { id, envio_id } = await sell(await makeShop());
    const estimated = await readAgreed(id);
    expect(estimated).toMatchObject({ liquido: 20.8, cobrado: false });
    expect(lineOf(estimated, 'tarifa_venda')).toEqual({ valor: 9.09, origem: 'tabela', cobrado: false });

    harness.fakes.ml.shipment(envio_id).list_cost = 15.05;
    await readChargesAfter(0);
    const told = await readAgreed(id);
    expect(lineOf(told, 'tarifa_venda')).toEqual({ valor: 9.5, origem: 'api', cobrado: true });
    expect(lineOf(told, 'frete_vendedor')).toEqual({ valor: 15.05, origem: 'api', cobrado: false });
    expect(told).toMatchObject({ liquido: 19.79, cobrado: false });
    expect(lineOf(told, 'tarifa_fixa')).toBeUndefined();

    harness.fakes.ml.chargeFreight(envio_id, 14.45);
    await readChargesAfter(6 * 60);
    const charged = await readAgreed(id);
    expect(charged).toMatchObject({ liquido: 20.39, cobrado: true });

    harness.fakes.ml.chargeFreight(envio_id, 17.85);
    await readChargesAfter(DAY_MINUTES);
    const corrected = await readAgreed(id);
    expect(corrected).toMatchObject({ liquido: 16.99, cobrado: true });
    expect(corrected.lancamentos.filter(({ estorno }) => estorno)).toHaveLength(4);

    await readChargesAfter(2 * DAY_MINUTES);
    expect((await readAgreed(id)).lancamentos).toEqual(corrected.lancamentos);
  });

  it('is read again when its parcel leaves and arrives, and never after the plan has ended', async () => {
    const { id, envio_id, ml_order_id } = await sell(await makeShop());
    const readings = () => harness.fakes.ml.calls('GET', new RegExp(`${envio_id}/costs$`)).length;
    for (const minutes of [0, ...READ_CHARGES_AFTER_MINUTES, DAY_MINUTES, 90 * DAY_MINUTES]) {
      await readChargesAfter(minutes);
    }
    expect(readings()).toBe(READ_CHARGES_AFTER_MINUTES.length + 1);
    expect(await isCharged(id)).toBe(false);
    harness.fakes.ml.chargeFreight(envio_id, 14.45);
    harness.fakes.ml.moveShipment(envio_id, { status: 'shipped', substatus: null });
    await read('mercadolivre', ml_order_id);
    await readChargesAfter(0);
    expect(await isCharged(id)).toBe(true);
    await readChargesAfter(90 * DAY_MINUTES);
    expect(readings()).toBe(READ_CHARGES_AFTER_MINUTES.length + 2);
  });

  it('stays an honest estimate while the marketplace does not answer, and catches up', async () => {
    const { id, envio_id } = await sell(await makeShop());
    harness.fakes.ml.chargeFreight(envio_id, 14.45);
    harness.fakes.ml.fail({ path: /^\/orders\//, times: 2, failure: { status: 503 } });
    await relayCharges(harness.server.deps);
    expect(await harness.work()).toMatchObject([{ kind: 'upstream_unavailable' }]);
    expect(await readAgreed(id)).toMatchObject({ liquido: 20.8, cobrado: false });
    harness.fakes.ml.recover();
    await readChargesAfter(6 * 60);
    expect(await readAgreed(id)).toMatchObject({ liquido: 20.39, cobrado: true });
  });

  it('shares the freight of its pack by value, also with an order that joins it later', async () => {
    const shop = await makeShop();
    const first = await sell(shop);
    harness.fakes.ml.chargeFreight(first.envio_id, 14.45);
    await readChargesAfter(0);
    expect(lineOf(await readAgreed(first.id), 'frete_vendedor')).toMatchObject({ valor: 14.45 });
    const second = await sell(shop, { pacote_id: first.pacote_id });
    const third = await sell(shop, { pacote_id: first.pacote_id });
    await readChargesAfter(0);
    await readAgreed(first.id, second.id, third.id);
    const parts = await Promise.all([first, second, third].map(({ id }) => costsOf(id)));
    const freights = parts.map((page) => lineOf(page, 'frete_vendedor'));
    expect(freights.map((line) => line?.valor)).toEqual([4.82, 4.82, 4.81]);
    expect(freights.every((line) => line?.cobrado)).toBe(true);
  });

  it('that is cancelled, or is of another seller, is not charged by a reading that comes late', async () => {
    const { id, ml_order_id, envio_id } = await sell(await makeShop());
    const before = await costsOf(id);
    const late: OrderCharges = {
      charges: [{ code: 'tarifa_venda', cents: 950, isCharged: true }],
      freight: { parcelId: envio_id, cents: 1445, isCharged: true },
    };
    const { db } = harness.server;
    const other = await makeConnectedSeller(harness.server, harness.fakes);
    await saveCharges(
      db,
      { conta_id: 1, usuario_id: other.id, marketplace: 'mercadolivre', ml_order_id },
      late,
    );
    expect(await costsOf(id)).toEqual(before);
    harness.later(1);
    harness.fakes.ml.cancelOrder(ml_order_id);
    await read('mercadolivre', ml_order_id);
    await saveCharges(
      db,
      { conta_id: 1, usuario_id: user.id, marketplace: 'mercadolivre', ml_order_id },
      late,
    );
    await readChargesAfter(0);
    expect(await costsOf(id)).toEqual(before);
    expect(await findContradictions({ server: harness.server, user })).toEqual([]);
  });

  it('is claimed once by servers that look at the same time', async () => {
    const shop = await makeShop();
    for (let count = 0; count < 3; count += 1) await sell(shop);
    await Promise.all([relayCharges(harness.server.deps), relayCharges(harness.server.deps)]);
    const rows = await harness.server.db
      .select({ count: orderShipping.custos_leituras })
      .from(orderShipping)
      .where(eq(orderShipping.usuario_id, user.id));
    expect(rows).toEqual([{ count: 1 }, { count: 1 }, { count: 1 }]);
  });
});

describe('an order of Amazon', () => {
  it('waits two days, then shows what is expected, and what was charged once the money is released', async () => {
    harness.fakes.amazon.addCatalogItem({ asin: 'B08N5WRWNW', ean: EAN, titulo: 'Fone JBL', marca: 'JBL' });
    const { sku, product } = await makeShop();
    await harness.server.deps.marketplaces.amazon.publish(
      { usuarioId: user.id, contaId: 1 },
      sampleProduct({ id: product.id, sku, ean: EAN, marca: 'JBL', preco_centavos: 7900 }),
    );
    const { orderId } = harness.fakes.amazon.createPaidOrder(user.amazonId, { sku });
    await read('amazon', orderId);
    const [order] = await call<Order[]>('GET', '/api/pedidos');
    const id = order?.id ?? '';
    const sale = { id: 'T-1', type: 'Shipment', fees: { Commission: 1000, ShippingHB: 1300 } };
    harness.fakes.amazon.setTransactions(orderId, [{ ...sale, status: 'DEFERRED' }]);
    await readChargesAfter(0);
    expect(lineOf(await readAgreed(id), 'tarifa_venda')).toMatchObject({ origem: 'tabela', cobrado: false });
    await readChargesAfter(3 * DAY_MINUTES);
    const expected = await readAgreed(id);
    expect(lineOf(expected, 'tarifa_venda')).toEqual({ valor: 10, origem: 'api', cobrado: false });
    expect(lineOf(expected, 'frete_vendedor')).toEqual({ valor: 13, origem: 'api', cobrado: false });
    harness.fakes.amazon.setTransactions(orderId, [{ ...sale, status: 'DEFERRED_RELEASED' }]);
    await readChargesAfter(3 * DAY_MINUTES);
    expect(await readAgreed(id)).toMatchObject({ cobrado: true, custos: 10 + 13 + 3.16 + 1.5 + 30 });
  });
});

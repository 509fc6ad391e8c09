import { type CostFact, toUnknown } from '@esteira/domain/profit/facts/cost-fact';
import type { ExternalOrder } from '@esteira/marketplaces/port';
import type { OrderCosts } from '@esteira/validators/costs/order-costs';
import type { Order } from '@esteira/validators/orders/order';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listForReal, makeProduct, makeSupplier } from '../../../testing/makers';
import {
  createMarketWithOrders,
  externalOrder,
  makeParcel,
} from '../../../testing/marketplaces/external-orders';
import { noDeadline } from '../../../testing/no-deadline';
import { createTestServer, type TestServer } from '../../../testing/server';
import { findLines } from '../../orders/intake/order-lines';
import { readOrder } from '../../orders/intake/read-job';
import { countUnits, recordTaken, takeUnits } from '../../orders/order-stock';
import { recordSale, sellOnce } from '../../orders/sale';
import { insertOrder } from '../../orders/testing/insert-order';
import { findContradictions } from '../../orders/testing/invariants';
import { type CostShop, makeCostShop } from '../testing/cost-shop';

const ml = createMarketWithOrders('mercadolivre');
let server: TestServer;
let shop: CostShop;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await makeCostShop(server);
});

interface Goods {
  fornecedor_id: string;
  preco_fornecedor: number;
  peso_g?: number;
}

/** Puts a product on sale; answers its listing. */
async function list({ peso_g, ...goods }: Goods): Promise<string> {
  const fields = { ...goods, estoque: 50, ...(peso_g !== undefined && { custos: { peso_g } }) };
  const { id } = await makeProduct(server, shop.user, fields);
  return listForReal(server, shop.user, { id, marketplace: 'mercadolivre' });
}

const item = (id_externo: string, quantidade: number, preco_unitario_centavos: number) => ({
  ...{ id_externo, quantidade, preco_unitario_centavos, sku: null, titulo: 'Item' },
});

/** Two cups and a plate of one supplier, a lamp of another. */
async function order(): Promise<ExternalOrder> {
  const [one, other] = [await makeSupplier(server, shop.user), await makeSupplier(server, shop.user)];
  const cup = await list({ fornecedor_id: one.id, preco_fornecedor: 30, peso_g: 800 });
  const lamp = await list({ fornecedor_id: other.id, preco_fornecedor: 90, peso_g: 1500 });
  const plate = await list({ fornecedor_id: one.id, preco_fornecedor: 10, peso_g: 400 });
  const itens = [item(cup, 2, 7900), item(lamp, 1, 15_000), item(plate, 1, 4000)];
  return { ...externalOrder('mercadolivre'), itens };
}

/** Lets the marketplace hold this and reads it, as a job does; answers the order's costs. */
async function read(told: ExternalOrder): Promise<OrderCosts> {
  ml.orders.set(told.ml_order_id, told);
  ml.parcels.set(told.ml_order_id, makeParcel());
  const { marketplace, ml_order_id } = told;
  const deps = {
    ...server.deps,
    marketplaces: { ...server.deps.marketplaces, mercadolivre: ml.adapter },
  };
  await readOrder(deps, { conta_id: 1, usuario_id: shop.user.id, marketplace, ml_order_id }, noDeadline);
  return costs();
}

async function costs(): Promise<OrderCosts> {
  const [only] = await shop.call<Order[]>('GET', '/api/pedidos');
  return shop.costsOf(only?.id ?? '');
}

const expectConsistent = async () =>
  expect(await findContradictions({ server, user: shop.user })).toEqual([]);
const estimateAll = () => shop.call('POST', '/trpc/orders.estimateCosts', {});
const amounts = ({ linhas }: OrderCosts) =>
  Object.fromEntries(linhas.map(({ codigo, valor }) => [codigo, valor]));
const reasons = ({ linhas }: OrderCosts) => linhas.map(({ falta }) => falta);

const OF_THREE = {
  // 11.5 % of each unit's price: 2 × 9.09 + 17.25 + 4.60.
  tarifa_venda: 40.03,
  // One parcel of 2,700 g, at the price of the lamp.
  frete_vendedor: 24.35,
  // 4 % of each unit's price: 2 × 3.16 + 6.00 + 1.60.
  imposto: 13.92,
  embalagem: 6,
  fornecedor: 160,
};

it('an order of three items of two suppliers has a net value from its sale on, also when it changes', async () => {
  const told = await order();
  const sold = await read(told);
  expect(amounts(sold)).toEqual(OF_THREE);
  expect(sold).toMatchObject({ preco_venda: 348, custos: 244.3, liquido: 103.7, gravado: true });
  const [cup, lamp] = told.itens;
  if (!cup || !lamp) throw new Error('the order has no items');
  const atualizado_em = new Date(told.atualizado_em.getTime() + 60_000);
  const changed = await read({ ...told, atualizado_em, itens: [{ ...cup, quantidade: 1 }, lamp] });
  expect(amounts(changed)).toEqual({
    ...{ tarifa_venda: 26.34, frete_vendedor: 24.35, imposto: 9.16, embalagem: 3, fornecedor: 120 },
  });
  expect(changed).toMatchObject({ preco_venda: 229, liquido: 46.15 });
  await expectConsistent();
});

it('what was missing of it is filled in when it is estimated again', async () => {
  shop = await makeCostShop(server, { regime: null });
  const sold = await read(await order());
  expect(sold).toMatchObject({ liquido: null });
  expect(amounts(sold)).toEqual({ ...OF_THREE, imposto: null });
  await shop.call('PUT', '/api/custos', { regime: 'simples', receita_12_meses: 180_000 });
  await estimateAll();
  const filled = await costs();
  expect(amounts(filled)).toEqual(OF_THREE);
  expect(filled.liquido).toBe(103.7);
  await expectConsistent();
});

const OF_BEFORE: [string, CostFact[] | null][] = [
  ['without an estimate', null],
  ['whose costs were not computed, as it had several items', toUnknown(['varios_itens'])],
];

it.each(OF_BEFORE)('an order of before %s is estimated by its lines', async (_, facts) => {
  const { marketplace, ml_order_id: numero, ...told } = await order();
  const lines = await findLines(
    server.db,
    { usuarioId: shop.user.id, contaId: 1 },
    { ...told, marketplace, ml_order_id: numero },
  );
  const usuarioId = shop.user.id;
  await sellOnce(server.db, async (tx) => {
    const { taken } = await takeUnits(tx, usuarioId, { units: countUnits(lines) });
    return recordSale(tx, {
      contaId: 1,
      ...{ usuarioId, marketplace, numero, lines, facts, taken, reasons: [], atorId: null },
      ...{ cliente_nome: null, cliente_endereco: null, dispatchWithinMs: null },
    });
  });
  await estimateAll();
  expect(await costs()).toMatchObject({ liquido: 103.7, gravado: true });
  await expectConsistent();
});

it('an order of several products that was carried over as one line has no costs but its suppliers’', async () => {
  const fields = { preco_fornecedor: 30, custos: { peso_g: 800 } };
  const other = await makeProduct(server, shop.user, fields);
  const product = { produto_id: shop.produtoId, produto_nome: 'Caneca', fornecedor_nome: 'Atacado' };
  const sums = { quantidade: 2, preco_venda: 158, preco_fornecedor: 60 };
  const pedidoId = await insertOrder(server, shop.user, { ...product, ...sums });
  const [key, taken] = [{ usuarioId: shop.user.id, pedidoId }, new Map([[other.id, 1]])];
  await recordTaken(server.db, key, { taken, motivo: 'venda', atorId: null });
  const { linhas } = await shop.costsOf(pedidoId);
  expect(linhas.map(({ valor, falta }) => falta ?? valor)).toEqual([
    ...['varios_itens', 'varios_itens', 'varios_itens', 60],
  ]);
});

it('a product that is not known keeps all costs unknown, and one without a weight the freight', async () => {
  const told = await order();
  const { id: fornecedor_id } = await makeSupplier(server, shop.user);
  const light = await list({ fornecedor_id, preco_fornecedor: 1 });
  const sold = await read({ ...told, itens: [...told.itens, item(light, 1, 500)] });
  expect([...new Set(reasons(sold))]).toEqual([null, 'peso']);
  const atualizado_em = new Date(told.atualizado_em.getTime() + 60_000);
  const changed = await read({ ...told, atualizado_em, itens: [...told.itens, item('MLB404', 1, 500)] });
  expect(reasons(changed)).toEqual(Array(4).fill('produto'));
  await estimateAll();
  expect(reasons(await costs())).toEqual(Array(4).fill('produto'));
});

it('a product that is not known at the sale does so too', async () => {
  const told = await order();
  const sold = await read({ ...told, itens: [item('MLB404', 1, 500), ...told.itens] });
  expect(reasons(sold)).toEqual(Array(4).fill('produto'));
  await estimateAll();
  expect(reasons(await costs())).toEqual(Array(4).fill('produto'));
});

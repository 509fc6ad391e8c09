import { runs } from '@esteira/config/vitest/runs';
import { queryRows } from '@esteira/db/database';
import type { ExternalOrder, ExternalOrderItem } from '@esteira/marketplaces/port';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listForReal, makeProduct, makeUser, type TestUser } from '../../../testing/makers';
import {
  createMarketWithOrders,
  externalOrder,
  makeParcel,
} from '../../../testing/marketplaces/external-orders';
import { noDeadline } from '../../../testing/no-deadline';
import { createTestServer, type TestServer } from '../../../testing/server';
import { readOrder } from '../intake/read-job';
import { findWrongFigures } from '../testing/figures';
import { findContradictions } from '../testing/invariants';

const HISTORIES = runs(60);
const markets = {
  mercadolivre: createMarketWithOrders('mercadolivre'),
  amazon: createMarketWithOrders('amazon'),
};
let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  const { mercadolivre, amazon } = markets;
  server = await createTestServer({
    background: { handlers: {} },
    deps: { marketplaces: { mercadolivre: mercadolivre.adapter, amazon: amazon.adapter } },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await makeUser(server);
});

/** Products with ten units each, on sale at the marketplace: their ids, names and listings. */
async function makeShop(marketplace: ExternalOrder['marketplace'], count: number) {
  const products = [];
  for (let at = 0; at < count; at += 1) {
    const { id, nome } = await makeProduct(server, user, { estoque: 10 });
    products.push({ id, nome, listing: await listForReal(server, user, { id, marketplace }) });
  }
  return products;
}

const item = (id_externo: string, quantidade: number, at = 0): ExternalOrderItem => ({
  ...{ id_externo, quantidade, sku: null, titulo: `Item ${at}` },
  // Of another price, so that two lines of one listing stay two.
  preco_unitario_centavos: 1_000 + at,
});

/** Lets the marketplace hold this and reads it, as a job does; twice, since everything may come twice. */
async function read(order: ExternalOrder) {
  const { marketplace, ml_order_id } = order;
  markets[marketplace].orders.set(ml_order_id, order);
  markets[marketplace].parcels.set(ml_order_id, makeParcel());
  const data = { conta_id: 1, usuario_id: user.id, marketplace, ml_order_id };
  await readOrder(server.deps, data, noDeadline);
  await readOrder(server.deps, data, noDeadline);
  expect(await findContradictions({ server, user })).toEqual([]);
  expect(await findWrongFigures({ server, user })).toEqual([]);
  const { body } = await server.call('GET', '/api/pedidos', { token: user.token });
  return body[0];
}

async function stockOf(products: readonly { id: string }[]): Promise<number[]> {
  const { body } = await server.call('GET', '/api/produtos', { token: user.token });
  const stock = new Map(body.map(({ id, estoque }: { id: string; estoque: number }) => [id, estoque]));
  return products.map(({ id }) => Number(stock.get(id)));
}

const ledger = () =>
  queryRows<{ motivo: string; linha: number | null; unidades: number }>(
    server.db,
    sql`SELECT motivo, numero_item AS linha, quantidade AS unidades FROM movimentos_estoque
        WHERE usuario_id = ${user.id}::uuid AND pedido_id IS NOT NULL ORDER BY id`,
  );

const cancelled = (order: ExternalOrder): ExternalOrder => ({ ...order, situacao: 'cancelado' });

it('each line is a row of the ledger, also of one product twice, and is given back as such', async () => {
  const [cup, plate] = await makeShop('mercadolivre', 2);
  if (!cup || !plate) throw new Error('no products');
  const itens = [item(cup.listing, 2), item(plate.listing, 1, 1), item(cup.listing, 3, 2), item('MLB404', 1)];
  const order = externalOrder('mercadolivre', { itens });
  await read(order);
  expect(await stockOf([cup, plate])).toEqual([5, 9]);
  await read(cancelled(order));
  expect(await stockOf([cup, plate])).toEqual([10, 10]);
  const rows = await ledger();
  expect(rows.slice(0, 3)).toEqual([
    { motivo: 'venda', linha: 1, unidades: -2 },
    { motivo: 'venda', linha: 2, unidades: -1 },
    { motivo: 'venda', linha: 3, unidades: -3 },
  ]);
  const back = rows.slice(3).sort((one, other) => Number(one.linha) - Number(other.linha));
  expect(back).toEqual(
    rows.slice(0, 3).map(({ linha, unidades }) => ({ motivo: 'cancelamento', linha, unidades: -unidades })),
  );
});

it('an order whose first line is unknown takes the stock of the others, and says so', async () => {
  const [cup] = await makeShop('amazon', 1);
  if (!cup) throw new Error('no product');
  const order = externalOrder('amazon', { itens: [item('UNKNOWN', 1), item(cup.listing, 4, 1)] });
  const stored = await read(order);
  expect(stored).toMatchObject({ produto_id: cup.id, quantidade: 5 });
  expect(stored.atencoes.map(({ codigo }: { codigo: string }) => codigo)).toContain('sem_anuncio');
  expect(await stockOf([cup])).toEqual([6]);
});

it('of a product that has too little no line is taken, and a cancellation gives back the others', async () => {
  const [cup, plate] = await makeShop('mercadolivre', 2);
  if (!cup || !plate) throw new Error('no products');
  const itens = [item(cup.listing, 6), item(plate.listing, 4, 1), item(cup.listing, 5, 2)];
  const order = externalOrder('mercadolivre', { itens });
  await read(order);
  expect(await stockOf([cup, plate])).toEqual([10, 6]);
  // What is left of the product is there.
  await read(later(order, itens.slice(0, 2)));
  expect(await stockOf([cup, plate])).toEqual([4, 6]);
  await read(cancelled(order));
  expect(await stockOf([cup, plate])).toEqual([10, 10]);
});

const later = (order: ExternalOrder, itens: ExternalOrderItem[]): ExternalOrder => ({
  ...order,
  itens,
  atualizado_em: new Date(order.atualizado_em.getTime() + 60_000),
});

/** Lines as product and units, and which of them is cancelled next, whole or by one unit. */
const history = fc.record({
  marketplace: fc.constantFrom('mercadolivre' as const, 'amazon' as const),
  lines: fc.array(fc.record({ product: fc.nat({ max: 2 }), units: fc.integer({ min: 1, max: 2 }) }), {
    ...{ minLength: 1, maxLength: 5 },
  }),
  cancelled: fc.array(fc.record({ line: fc.nat({ max: 4 }), whole: fc.boolean() }), {
    ...{ minLength: 10, maxLength: 10 },
  }),
  approved: fc.boolean(),
});

it('lines that the marketplace cancels one by one give back their stock, until none is left', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ marketplace, lines, cancelled: steps, approved }) => {
      user = await makeUser(server);
      const products = await makeShop(marketplace, 3);
      const itens = lines.map(({ product, units }, at) => item(products[product]?.listing ?? '', units, at));
      let order = externalOrder(marketplace, { itens });
      let stored = await read(order);
      if (approved) await server.call('POST', `/api/pedidos/${stored.id}/aprovar`, { token: user.token });
      for (const { line, whole } of steps) {
        const left = takeOff(order.itens, line % order.itens.length, whole);
        if (left.length === 0) break;
        order = later(order, left);
        stored = await read(order);
        const sold = products.map(({ listing }) => sumUnits(order.itens, listing));
        expect(await stockOf(products)).toEqual(sold.map((units) => 10 - units));
        expect(stored).toMatchObject({ quantidade: sumUnits(order.itens), atencoes: expect.any(Array) });
        expect(stored.itens).toHaveLength(order.itens.length);
      }
      expect(await read(cancelled(order))).toMatchObject({ status: 'cancelado' });
      expect(await stockOf(products)).toEqual([10, 10, 10]);
      expect((await ledger()).reduce((sum, { unidades }) => sum + unidades, 0)).toBe(0);
    }),
    { numRuns: HISTORIES, endOnFailure: true },
  );
}, 300_000);

describe('while one line loses a unit, the other', () => {
  const costs = (order: { itens: { preco_fornecedor: number }[] }) =>
    order.itens.map(({ preco_fornecedor }) => preco_fornecedor);

  it('and what is left of that one cost what they did at the sale', async () => {
    const [cup, plate] = await makeShop('mercadolivre', 2);
    if (!cup || !plate) throw new Error('no products');
    const order = externalOrder('mercadolivre', { itens: [item(cup.listing, 1), item(plate.listing, 2, 1)] });
    expect(costs(await read(order))).toEqual([25, 50]);
    await queryRows(
      server.db,
      sql`UPDATE produtos SET preco_fornecedor = 9999 WHERE usuario_id = ${user.id}::uuid`,
    );
    const stored = await read(later(order, takeOff(order.itens, 1, false)));
    expect(costs(stored)).toEqual([25, 25]);
    expect(stored.preco_fornecedor).toBe(50);
  });

  it('stays of its product, whatever its listing is of by then', async () => {
    const [cup, plate, other] = await makeShop('mercadolivre', 3);
    if (!cup || !plate || !other) throw new Error('no products');
    const order = externalOrder('mercadolivre', { itens: [item(cup.listing, 1), item(plate.listing, 2, 1)] });
    await read(order);
    const own = sql`usuario_id = ${user.id}::uuid`;
    const list = (to: { id: string }, id: string) =>
      queryRows(
        server.db,
        sql`UPDATE anuncios SET id_externo = ${id} WHERE ${own} AND produto_id = ${to.id}::uuid`,
      );
    await list(cup, 'MLB1');
    const left = later(order, takeOff(order.itens, 1, false));
    const asSold = { produto_id: cup.id, atencoes: [], itens: [{ produto_nome: cup.nome }, {}] };
    expect(await read(left)).toMatchObject(asSold);
    expect(await stockOf([cup, plate])).toEqual([9, 9]);
    await list(other, cup.listing);
    expect(await read(later(left, [item(cup.listing, 2), item(plate.listing, 1, 1)]))).toMatchObject(asSold);
    expect(await stockOf([cup, plate, other])).toEqual([8, 9, 10]);
  });

  it('stays of its product whose SKU is another or that was deleted', async () => {
    const products = [];
    for (const sku of ['FONE-A', 'FONE-B', 'FONE-C'])
      products.push(await makeProduct(server, user, { estoque: 10, sku }));
    const [edited, deleted] = products;
    if (!edited || !deleted) throw new Error('no products');
    const varied = ['FONE-A', 'FONE-B', 'FONE-C'].map((sku, at) => ({
      ...{ ...item('MLB7', 2, at), sku, variacao_externa: sku },
    }));
    const order = externalOrder('mercadolivre', { itens: varied });
    await read(order);
    await queryRows(server.db, sql`UPDATE produtos SET sku = 'OUTRO' WHERE id = ${edited.id}::uuid`);
    await server.call('DELETE', `/api/produtos/${deleted.id}`, { token: user.token });
    const stored = await read(later(order, takeOff(order.itens, 2, false)));
    expect(stored).toMatchObject({ preco_fornecedor: 125, atencoes: [] });
    expect(stored.itens.map(({ produto_id }: { produto_id: string }) => produto_id)).toEqual(
      products.map(({ id }) => id),
    );
    expect((await ledger()).slice(3)).toEqual([{ motivo: 'alteracao', linha: null, unidades: 1 }]);
  });
});

it('a line whose listing was unknown at the sale is of its product once that is known', async () => {
  const [cup, plate] = await makeShop('mercadolivre', 2);
  if (!cup || !plate) throw new Error('no products');
  const order = externalOrder('mercadolivre', { itens: [item(cup.listing, 2), item('MLB8', 1, 1)] });
  await read(order);
  await queryRows(
    server.db,
    sql`UPDATE anuncios SET id_externo = 'MLB8' WHERE produto_id = ${plate.id}::uuid`,
  );
  expect(await read(later(order, takeOff(order.itens, 0, false)))).toMatchObject({ atencoes: [] });
  expect(await stockOf([cup, plate])).toEqual([9, 9]);
});

function takeOff(items: readonly ExternalOrderItem[], at: number, whole: boolean): ExternalOrderItem[] {
  return items.flatMap((each, index) => {
    const quantidade = index === at ? (whole ? 0 : each.quantidade - 1) : each.quantidade;
    return quantidade > 0 ? { ...each, quantidade } : [];
  });
}

function sumUnits(items: readonly ExternalOrderItem[], listing?: string): number {
  const own = items.filter(({ id_externo }) => listing === undefined || id_externo === listing);
  return own.reduce((sum, { quantidade }) => sum + quantidade, 0);
}

it('lines that are cancelled after the supplier was asked move nothing, and the whole order gives all back', async () => {
  const [cup, plate] = await makeShop('amazon', 2);
  if (!cup || !plate) throw new Error('no products');
  markets.amazon.answers = {
    ...markets.amazon.answers,
    getLabel: async () => ({ ready: true, bytes: new Uint8Array([37]), mime: 'application/pdf' }),
  };
  const order = externalOrder('amazon', { itens: [item(cup.listing, 2), item(plate.listing, 1, 1)] });
  const { id } = await read(order);
  for (const step of ['aprovar', 'enviar-fornecedor']) {
    const answer = await server.call('POST', `/api/pedidos/${id}/${step}`, { token: user.token });
    expect(answer.status, answer.text).toBe(200);
  }
  const left = later(order, order.itens.slice(0, 1));
  const stored = await read(left);
  expect(stored.quantidade).toBe(3);
  expect(stored.atencoes.map(({ codigo }: { codigo: string }) => codigo)).toContain('pedido_alterado');
  expect(await stockOf([cup, plate])).toEqual([8, 9]);
  expect(await read(cancelled(left))).toMatchObject({ status: 'cancelado' });
  expect(await stockOf([cup, plate])).toEqual([10, 10]);
});

import { queryRows } from '@esteira/db/database';
import type { ExternalOrder } from '@esteira/marketplaces/port';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listForReal, makeProduct, makeUser, type TestUser } from '../../../testing/makers';
import {
  createMarketWithOrders,
  externalOrder,
  type MarketWithOrders,
  makeParcel,
} from '../../../testing/marketplaces/external-orders';
import { noDeadline } from '../../../testing/no-deadline';
import { createTestServer, type TestServer } from '../../../testing/server';
import { readOrder } from './read-job';

const onServer = describe.runIf(Boolean(process.env['TEST_DATABASE_URL']));

onServer('on PostgreSQL', () => {
  let server: TestServer;
  let markets: Record<'mercadolivre' | 'amazon', MarketWithOrders>;
  beforeAll(async () => {
    markets = {
      mercadolivre: createMarketWithOrders('mercadolivre'),
      amazon: createMarketWithOrders('amazon'),
    };
    const { mercadolivre, amazon } = markets;
    server = await createTestServer({
      deps: { marketplaces: { mercadolivre: mercadolivre.adapter, amazon: amazon.adapter } },
    });
  });
  afterAll(() => server.close());

  async function listed(user: TestUser, estoque: number) {
    const { id } = await makeProduct(server, user, { estoque });
    const ml = await listForReal(server, user, { id, marketplace: 'mercadolivre' });
    const amazon = await listForReal(server, user, { id, marketplace: 'amazon' });
    return { id, ml, amazon };
  }

  function read(user: TestUser, order: ExternalOrder) {
    const { marketplace, ml_order_id } = order;
    markets[marketplace].orders.set(ml_order_id, order);
    markets[marketplace].parcels.set(ml_order_id, makeParcel());
    return readOrder(server.deps, { conta_id: 1, usuario_id: user.id, marketplace, ml_order_id }, noDeadline);
  }

  const getStock = async (id: string) =>
    (
      await queryRows<{ estoque: number; livro: number }>(
        server.db,
        sql`SELECT estoque, (SELECT sum(quantidade)::int FROM movimentos_estoque WHERE produto_id = p.id) AS livro
            FROM produtos p WHERE id = ${id}::uuid`,
      )
    )[0];

  it('of 12 sales of the last 3 units, on both marketplaces at once, 3 take them and 9 are flagged', async () => {
    for (let round = 0; round < 10; round += 1) {
      const user = await makeUser(server);
      const product = await listed(user, 3);
      const sales = Array.from({ length: 12 }, (_, index) =>
        index % 2 === 0
          ? externalOrder('mercadolivre', { listing: product.ml })
          : externalOrder('amazon', { listing: product.amazon }),
      );
      await Promise.all([...sales, ...sales].map((order) => read(user, order)));
      expect(await getStock(product.id)).toEqual({ estoque: 0, livro: 0 });
      const [count] = await queryRows<{ todos: number; marcados: number }>(
        server.db,
        sql`SELECT count(*)::int AS todos, count(*) FILTER (WHERE requer_atencao)::int AS marcados
            FROM pedidos WHERE usuario_id = ${user.id}::uuid`,
      );
      expect(count).toEqual({ todos: 12, marcados: 9 });
    }
  });

  it('orders of several items, sold and cancelled crosswise, leave every product as it was', async () => {
    for (let round = 0; round < 10; round += 1) {
      const user = await makeUser(server);
      const products = [await listed(user, 20), await listed(user, 20)];
      const sales = Array.from({ length: 6 }, (_, index): ExternalOrder => {
        const order = externalOrder('amazon');
        const [item] = order.itens;
        if (item === undefined) throw new Error('no item');
        const lines = products.map(({ amazon }) => ({ ...item, id_externo: amazon, quantidade: 2 }));
        return { ...order, itens: index % 2 === 0 ? lines : lines.reverse() };
      });
      const cancelled = sales.map((order) => ({ ...order, situacao: 'cancelado' as const }));
      await Promise.all(sales.map((order) => read(user, order)));
      for (const { id } of products) expect(await getStock(id)).toEqual({ estoque: 8, livro: 8 });
      await Promise.all([...cancelled, ...cancelled].map((order) => read(user, order)));
      for (const { id } of products) expect(await getStock(id)).toEqual({ estoque: 20, livro: 20 });
    }
  });
});

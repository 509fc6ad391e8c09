import type { ExternalOrder } from '@esteira/marketplaces/port';
import { createSimulatedAdapter } from '@esteira/marketplaces/simulated/adapter';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listForReal, makeProduct, makeUser, type TestUser } from '../../../testing/makers';
import {
  createMarketWithOrders,
  externalOrder,
  makeParcel,
} from '../../../testing/marketplaces/external-orders';
import { noDeadline } from '../../../testing/no-deadline';
import { createTestServer, type TestServer } from '../../../testing/server';
import { countStatements } from '../../../testing/watching/statements';
import { findContradictions } from '../testing/invariants';
import { readOrder } from './read-job';

const ml = createMarketWithOrders('mercadolivre');
let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  const amazon = createSimulatedAdapter('amazon', { clock: () => new Date() });
  server = await createTestServer({
    background: { handlers: {} },
    deps: { marketplaces: { mercadolivre: ml.adapter, amazon } },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await makeUser(server);
});

/** An order of as many products, three units of each. */
async function makeOrder(lines: number): Promise<ExternalOrder> {
  const order = externalOrder('mercadolivre');
  const listings = [];
  for (let line = 0; line < lines; line += 1) {
    const { id } = await makeProduct(server, user, { estoque: 9 });
    listings.push(await listForReal(server, user, { id, marketplace: 'mercadolivre' }));
  }
  const sold = { sku: null, titulo: 'Item', quantidade: 3, preco_unitario_centavos: 5_000 };
  return { ...order, itens: listings.map((id_externo) => ({ id_externo, ...sold })) };
}

/** How many statements it takes to take in what the marketplace holds. */
async function read(order: ExternalOrder): Promise<number> {
  const { marketplace, ml_order_id } = order;
  ml.orders.set(ml_order_id, order);
  ml.parcels.set(ml_order_id, makeParcel());
  const { db, statements } = countStatements(server.db);
  await readOrder(
    { ...server.deps, db },
    { conta_id: 1, usuario_id: user.id, marketplace, ml_order_id },
    noDeadline,
  );
  return statements();
}

const later = (order: ExternalOrder, fields: Partial<ExternalOrder>) => ({
  ...order,
  atualizado_em: new Date(order.atualizado_em.getTime() + 60_000),
  ...fields,
});

async function sumStock(): Promise<number> {
  const { body } = await server.call('GET', '/api/produtos', { token: user.token });
  return body.reduce((sum: number, { estoque }: { estoque: number }) => sum + estoque, 0);
}

/** Statements of the sale, of an alteration of every line and of the cancellation. */
async function live(lines: number): Promise<number[]> {
  const order = await makeOrder(lines);
  const before = await sumStock();
  const sale = await read(order);
  expect(await sumStock()).toBe(before - lines * 3);
  const altered = later(order, { itens: order.itens.map((item) => ({ ...item, quantidade: 1 })) });
  const alteration = await read(altered);
  expect(await sumStock()).toBe(before - lines);
  const cancellation = await read(later(altered, { situacao: 'cancelado' }));
  expect(await sumStock()).toBe(before);
  return [sale, alteration, cancellation];
}

it('an order of ten lines costs at most twice the statements of one: sold, altered and cancelled', async () => {
  await live(1);
  const [one, ten] = [await live(1), await live(10)];
  for (const [at, statements] of one.entries()) expect(ten[at]).toBeLessThanOrEqual(2 * statements);
  expect(await findContradictions({ server, user })).toEqual([]);
});

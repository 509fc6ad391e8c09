import { orders } from '@esteira/db/schema/orders/orders';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeMember, makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { callProcedure, makeOrderAfter, makeShop } from '../../purchasing/testing/orders';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const isPrinted = async (id: string) => {
  const [order] = await server.db.select().from(orders).where(eq(orders.id, id));
  return order?.etiqueta_impressa_em !== null;
};

it('a label that is opened by who may only read stays unprinted, wherever its address was read', async () => {
  const user = await makeUser(server);
  const reader = await makeMember(server, user, 'leitura');
  const operator = await makeMember(server, user, 'operador');
  const shop = await makeShop(server, user);
  const id = await makeOrderAfter(server, user, { ...shop, steps: 2 });
  const fornecedor_id = shop.supplier.id;
  const read = async (who: TestUser, path: string, input: object = {}) =>
    (await callProcedure(server, who, { path, input })).data;
  const open = async (order: { etiqueta_ml_url: string }) => {
    const { pathname, search } = new URL(order.etiqueta_ml_url);
    expect((await server.call('GET', pathname + search)).status).toBe(200);
  };
  await open((await read(reader, 'orders.list')).itens[0]);
  await open(await read(reader, 'orders.get', { id }));
  await open((await read(reader, 'orders.details', { id })).pedido);
  await open((await read(reader, 'purchasing.supplier', { fornecedor_id })).pagar.pedidos[0]);
  expect(await isPrinted(id)).toBe(false);
  await open(await read(operator, 'orders.get', { id }));
  expect(await isPrinted(id)).toBe(true);
});

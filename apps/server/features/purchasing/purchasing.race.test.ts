import { queryRows } from '@esteira/db/database';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProduct, makeUser, type TestUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { findContradictions } from '../orders/testing/invariants';
import { callProcedure, makeOrderAfter, makeShop } from './testing/orders';

const ORDERS = 8;
const ROUNDS = 3;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

async function makeSentOrders(user: TestUser) {
  const shop = await makeShop(server, user);
  const ids: string[] = [];
  for (let index = 0; index < ORDERS; index += 1) {
    ids.push(await makeOrderAfter(server, user, { ...shop, steps: 2 }));
  }
  const read = async () => {
    const input = { fornecedor_id: shop.supplier.id };
    return (await callProcedure(server, user, { path: 'purchasing.supplier', input })).data.pagar;
  };
  return { ids, read };
}

const confirm = (user: TestUser, ids: string[]) =>
  callProcedure(server, user, { path: 'orders.bulk', kind: 'mutation', input: { acao: 'pagar', ids } });

it('of two confirmations at once each order is paid by exactly one', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const user = await makeUser(server);
    const { ids, read } = await makeSentOrders(user);
    const answers = await Promise.all([confirm(user, ids), confirm(user, ids.toReversed())]);
    const paid = answers.flatMap(({ data }) => data.resultados.filter(({ ok }: { ok: boolean }) => ok));
    expect(paid.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(await read()).toEqual({ pedidos: [], total: 0, total_pedidos: 0 });
    expect(await findContradictions({ server, user })).toEqual([]);
  }
}, 120_000);

it('while orders are being paid, a list never tells an amount that is not that of its orders', async () => {
  const user = await makeUser(server);
  const { ids, read } = await makeSentOrders(user);
  const reads = Promise.all(Array.from({ length: 12 }, read));
  await Promise.all(ids.map((id) => confirm(user, [id])));
  for (const { pedidos, total, total_pedidos } of await reads) {
    expect([total, total_pedidos]).toEqual([pedidos.length * 25, pedidos.length]);
  }
}, 120_000);

it('pausing and reactivating a supplier at once loses no listing: each is for sale or remembered', async () => {
  const user = await makeUser(server);
  const shop = await makeShop(server, user);
  const input = { fornecedor_id: shop.supplier.id };
  for (let product = 0; product < 5; product += 1) {
    const { id } = await makeProduct(server, user, input);
    await server.call('POST', `/api/mercadolivre/publicar/${id}`, { token: user.token });
  }
  const run = (path: 'pauseSupplier' | 'resumeSupplier') =>
    callProcedure(server, user, { path: `publication.${path}`, kind: 'mutation', input });
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all([run('pauseSupplier'), run('resumeSupplier'), run('pauseSupplier')]);
    const lost = await queryRows(
      server.db,
      sql`SELECT p.id FROM produtos p WHERE p.usuario_id = ${user.id}::uuid AND NOT p.publicado_ml
          AND NOT EXISTS (SELECT FROM pausas_anuncio s WHERE s.usuario_id = p.usuario_id AND s.produto_id = p.id)`,
    );
    expect(lost).toEqual([]);
  }
  await run('resumeSupplier');
  const { data } = await callProcedure(server, user, { path: 'publication.supplierListings', input });
  expect(data.publicados).toBe(6);
}, 120_000);

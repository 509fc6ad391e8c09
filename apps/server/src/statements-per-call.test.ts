import { products } from '@esteira/db/schema/products/products';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { getFeeTable } from './features/costs/rules/fee-table';
import { insertOrder } from './features/orders/testing/insert-order';
import { makeProduct, makeUser, type TestUser } from './testing/makers';
import { createTestServer, type TestServer } from './testing/server';
import { keepStatements } from './testing/watching/statement-log';

let server: TestServer;
let user: TestUser;
let productId: string;
let log: ReturnType<typeof keepStatements>;
beforeAll(async () => {
  server = await createTestServer();
  log = keepStatements(server.db);
  user = await makeUser(server);
  productId = (await makeProduct(server, user, { nome: 'Boné' })).id;
  await server.db.update(products).set({ publicado_ml: true }).where(eq(products.id, productId));
  for (let order = 0; order < 30; order += 1) await insertOrder(server, user);
  await insertOrder(server, user, { produto_nome: 'Boné raro' });
});
afterAll(() => server.close());
/** What the server keeps of the session is used once it has heard itself on the channel that tells of changes. */
beforeEach(async () => {
  await expect.poll(() => countStatements('/api/auth/me'), { timeout: 10_000 }).toBe(0);
});

async function countStatements(url: string): Promise<number> {
  log.take();
  expect((await server.call('GET', url, { token: user.token })).status).toBe(200);
  return log.take().length;
}

const SUPPLIER = '00000000-0000-7000-8000-000000000000';

/** List and counts in one request, as the screen asks for them. */
function orders(list: object, counts: object = list): string {
  const inputs = JSON.stringify({ 0: { limite: 50, ...list }, 1: counts });
  return `/trpc/orders.list,orders.counts?batch=1&input=${encodeURIComponent(inputs)}`;
}

/** One statement is one way to PostgreSQL and back. Whose the call is, the server has kept. */
it.each([
  ['the own user', '/api/auth/me', 0],
  ['a page of products', '/api/produtos?limite=50', 1],
  ['a search of products', '/api/produtos?limite=50&busca=bone', 1],
  ['a page of orders', '/api/pedidos?limite=50', 1],
  ['the figures of the dashboard', '/api/dashboard/stats', 1],
  ['orders and counts', orders({}), 2],
  ['a status and its counts', orders({ status: 'pendente' }, {}), 2],
  ['a supplier and its counts', orders({ fornecedor_id: SUPPLIER }), 2],
  ['orders by value and counts', orders({ ordem: 'maior_valor' }, {}), 2],
  ['orders by deadline and counts', orders({ ordem: 'prazo' }, {}), 2],
  ['a common word and its counts', orders({ busca: 'caneca' }), 3],
  ['a rare word and its counts', orders({ busca: 'raro' }), 3],
  ['a common word once more, the way to which is kept', orders({ busca: 'caneca' }), 2],
  ['a rare word once more, the way to which is kept', orders({ busca: 'raro' }), 2],
  ['a rare word that no order of a supplier holds', orders({ busca: 'RARO', fornecedor_id: SUPPLIER }), 2],
  ['a common word of a supplier and its counts', orders({ busca: 'CANECA', fornecedor_id: SUPPLIER }), 4],
])('%s: as few statements as were counted', async (_, url, most) => {
  expect((await server.call('GET', url, { token: user.token })).status).toBe(200);
  const statements = log.take();
  expect(statements.length, statements.join('\n\n')).toBe(most);
});

it('of a session that is not kept one statement reads whose it is, with its user, team and plan', async () => {
  const stranger = await makeUser(server);
  log.take();
  for (const statements of [1, 0]) {
    expect((await server.call('GET', '/api/auth/me', { token: stranger.token })).status).toBe(200);
    expect(log.take()).toHaveLength(statements);
  }
});

// One reads what the sale will cost, by the product's data and the seller's settings. The rules are read before.
it('a simulated sale: as few statements as were counted', async () => {
  await getFeeTable(server.deps.db);
  log.take();
  const url = `/api/mercadolivre/simular-venda/${productId}`;
  expect((await server.call('POST', url, { token: user.token })).status).toBe(200);
  const statements = log.take();
  expect(statements.length, statements.join('\n\n')).toBe(2);
});

it('a period of the dashboard: one statement, and after a sale another one for its day', async () => {
  const url = '/api/dashboard/periodo?de=2026-11-01&ate=2026-11-30';
  // First also the days and the names, which are not known yet.
  for (const most of [3, 1]) expect(await countStatements(url)).toBe(most);
  await insertOrder(server, user, { produto_nome: 'Boné' });
  for (const most of [2, 1]) expect(await countStatements(url)).toBe(most);
});

it('requests that come at once share the look at their sessions', async () => {
  const strangers = [await makeUser(server), await makeUser(server)];
  const asking = Array.from({ length: 20 }, (_, index) => strangers[index % 2] ?? user);
  log.take();
  const asked = asking.map(({ token }) => server.call('GET', '/api/auth/me', { token }));
  for (const [index, { body }] of (await Promise.all(asked)).entries())
    expect(body.id).toBe(asking[index]?.id);
  expect(log.take().length).toBeLessThan(asked.length);
});

import { orders } from '@esteira/db/schema/orders/orders';
import { addMissingLines } from '@esteira/db/testing/insert-orders';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProduct, makeUser, type TestUser, unique } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { cancelOrder } from '../orders/intake/intake';

const NOW = new Date('2026-03-01T01:30:00Z');

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ deps: { clock: () => NOW } });
});
afterAll(() => server.close());

const stats = async (user: TestUser) =>
  (await server.call('GET', '/api/dashboard/stats', { token: user.token })).body;

async function insertOrder(user: TestUser, fields: Partial<typeof orders.$inferInsert>) {
  const [row] = await server.db
    .insert(orders)
    .values({
      usuario_id: user.id,
      marketplace: 'mercadolivre',
      ml_order_id: unique('2000'),
      produto_nome: 'Produto',
      fornecedor_nome: 'Desconhecido',
      quantidade: 1,
      preco_venda: 59.9,
      preco_fornecedor: 25,
      cliente_nome: 'Cliente',
      cliente_endereco: 'Rua A, 1',
      criado_em: NOW.toISOString(),
      ...fields,
    })
    .returning({ ml_order_id: orders.ml_order_id });
  await addMissingLines(server.db);
  return row?.ml_order_id ?? '';
}

it('is all zeros, with twelve months, for a new seller', async () => {
  const answer = await stats(await makeUser(server));
  expect(answer).toEqual({
    total_vendas: 0,
    total_vendas_ml: 0,
    total_vendas_amazon: 0,
    receita_total: 0,
    lucro_total: 0,
    pedidos_pendentes: 0,
    vendas_mes: [
      ...['2025-03', '2025-04', '2025-05', '2025-06', '2025-07', '2025-08', '2025-09', '2025-10'],
      ...['2025-11', '2025-12', '2026-01', '2026-02'],
    ].map((mes) => ({ mes, vendas: 0 })),
    produtos_mais_vendidos: [],
    vendas_por_marketplace: { mercadolivre: 0, amazon: 0 },
    produtos_estoque_baixo: 0,
  });
});

it('counts months in America/Sao_Paulo, leaves cancelled orders out and is exact after every change', async () => {
  const user = await makeUser(server);
  await insertOrder(user, { criado_em: '2026-02-01T02:59:59.999Z' });
  await insertOrder(user, {
    criado_em: '2026-02-01T03:00:00.000Z',
    marketplace: 'amazon',
    status: 'entregue',
  });
  const cancelled = await insertOrder(user, { preco_venda: 0.1, preco_fornecedor: 0.3 });
  await insertOrder(user, { criado_em: '2024-01-15T12:00:00Z', preco_venda: 0.2, preco_fornecedor: 0.1 });
  const before = await stats(user);
  expect(before).toMatchObject({
    total_vendas: 4,
    total_vendas_ml: 3,
    total_vendas_amazon: 1,
    receita_total: 120.1,
    lucro_total: 69.7,
    pedidos_pendentes: 3,
  });
  expect(before.vendas_mes.slice(-2)).toEqual([
    { mes: '2026-01', vendas: 1 },
    { mes: '2026-02', vendas: 2 },
  ]);
  await cancelOrder(server.db, user.id, { marketplace: 'mercadolivre', ml_order_id: cancelled });
  expect(await stats(user)).toMatchObject({
    total_vendas: 3,
    vendas_por_marketplace: { mercadolivre: 2, amazon: 1 },
    receita_total: 120,
    lucro_total: 69.9,
    pedidos_pendentes: 2,
  });
});

it('ranks the five best sellers by units under their present names', async () => {
  const user = await makeUser(server);
  for (const [index, quantidade] of [3, 9, 1, 7, 5, 2].entries()) {
    const product = await makeProduct(server, user, { nome: `P${index}` });
    await insertOrder(user, { produto_id: product.id, quantidade });
  }
  const answer = await stats(user);
  expect(answer.produtos_mais_vendidos).toEqual([
    { nome: 'P1', vendas: 9 },
    { nome: 'P3', vendas: 7 },
    { nome: 'P4', vendas: 5 },
    { nome: 'P0', vendas: 3 },
    { nome: 'P5', vendas: 2 },
  ]);
});

it('counts and lists the products with fewer than five units', async () => {
  const user = await makeUser(server);
  for (const estoque of [0, 4, 5]) await makeProduct(server, user, { nome: `Com ${estoque}`, estoque });
  expect((await stats(user)).produtos_estoque_baixo).toBe(2);
  const listed = await server.call('GET', '/trpc/dashboard.lowStock', { token: user.token });
  expect(listed.body.result.data.map((p: { nome: string }) => p.nome)).toEqual(['Com 0', 'Com 4']);
});

it('shows one seller nothing of another', async () => {
  const user = await makeUser(server);
  await insertOrder(user, {});
  const other = await makeUser(server);
  expect((await stats(other)).total_vendas).toBe(0);
  await server.db.update(orders).set({ status: 'aprovado' }).where(eq(orders.usuario_id, user.id));
  expect((await stats(user)).pedidos_pendentes).toBe(0);
});

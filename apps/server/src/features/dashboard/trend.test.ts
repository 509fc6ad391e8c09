import { orders } from '@esteira/db/schema/orders';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUser, type TestUser, unique } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';

/** 1 March in UTC, still the evening of 28 February in São Paulo. */
const NOW = new Date('2026-03-01T01:30:00Z');

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ deps: { clock: () => NOW } });
});
afterAll(() => server.close());

const trend = async (user: TestUser) =>
  (await server.call('GET', '/trpc/dashboard.trend', { token: user.token })).body.result.data;

const sell = (user: TestUser, fields: Partial<typeof orders.$inferInsert>) =>
  server.db.insert(orders).values({
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
  });

it('is two months of zeros for a new seller', async () => {
  expect(await trend(await makeUser(server))).toEqual({
    atual: { mes: '2026-02', vendas: 0, receita: 0, lucro: 0 },
    anterior: { mes: '2026-01', vendas: 0, receita: 0, lucro: 0 },
  });
});

it('counts both months in America/Sao_Paulo over both marketplaces, without cancelled and older orders', async () => {
  const user = await makeUser(server);
  await sell(user, {});
  await sell(user, { marketplace: 'amazon', status: 'entregue', criado_em: '2026-02-01T03:00:00.000Z' });
  await sell(user, { status: 'cancelado' });
  await sell(user, { criado_em: '2026-02-01T02:59:59.999Z', preco_venda: 0.3, preco_fornecedor: 0.1 });
  await sell(user, { criado_em: '2026-01-01T02:59:59.999Z' });
  expect(await trend(user)).toEqual({
    atual: { mes: '2026-02', vendas: 2, receita: 119.8, lucro: 69.8 },
    anterior: { mes: '2026-01', vendas: 1, receita: 0.3, lucro: 0.2 },
  });
});

it('shows one seller nothing of another', async () => {
  await sell(await makeUser(server), {});
  expect((await trend(await makeUser(server))).atual.vendas).toBe(0);
});

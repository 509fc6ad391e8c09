import { newId } from '@esteira/db/schema/columns';
import { orders } from '@esteira/db/schema/orders/orders';
import type { DashboardPeriod } from '@esteira/validators/dashboards/dashboard-period';
import type { PeriodOrder } from '@esteira/validators/dashboards/period-orders';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProduct, makeSupplier, makeUser, unique } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { insertLines, type NewLine, sumLines } from '../../orders/sale';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const DAYS = 'de=2026-11-01&ate=2026-11-20';

it('the orders behind the figures of a product or supplier show what these have of each', async () => {
  const user = await makeUser(server);
  const get = async (path: string) => (await server.call('GET', `/api${path}`, { token: user.token })).body;
  const makeLine = async (fornecedor_id: string, fields: Partial<NewLine>): Promise<NewLine> => ({
    ...{
      id_externo: null,
      variacao_externa: null,
      produto_sku: null,
      fornecedor_nome: 'F',
      produto_nome: 'P',
      fornecedor_id,
    },
    ...{ produto_id: (await makeProduct(server, user, { fornecedor_id })).id },
    ...{ quantidade: 1, preco_venda: 10, preco_fornecedor: 5, ...fields },
  });
  const [near, far] = [(await makeSupplier(server, user)).id, (await makeSupplier(server, user)).id];
  const lamp = await makeLine(near, { quantidade: 2, preco_venda: 40, preco_fornecedor: 20 });
  const mug = await makeLine(near, { preco_venda: 20, preco_fornecedor: 4 });
  const unknown = { ...lamp, produto_id: null, fornecedor_id: null, preco_venda: 10, preco_fornecedor: 0 };
  const dear = await makeLine(far, { preco_venda: 30.01, preco_fornecedor: 15 });
  const key = { usuarioId: user.id, pedidoId: newId(new Date('2026-11-03T12:00:00Z')) };
  const lines = [lamp, mug, dear, unknown];
  await server.db.transaction(async (tx) => {
    await tx.insert(orders).values({
      ...{ usuario_id: user.id, id: key.pedidoId, criado_em: '2026-11-03T12:00:00.000Z' },
      ...{ marketplace: 'amazon', ml_order_id: unique('7'), custos: 49.01, ...sumLines(lines) },
    });
    await insertLines(tx, key, lines);
  });
  const period: DashboardPeriod = await get(`/dashboard/periodo?${DAYS}`);
  expect(period.total).toMatchObject({ vendas: 1, receita: 100.01, custos: 49.01 });
  // Of R$ 10,01 beside the suppliers' a line has as many hundredths as of the price, to the cent.
  expect(period.produtos.map(({ id, receita, custos }) => [id, receita, custos])).toEqual([
    [lamp.produto_id, 40, 24],
    [dear.produto_id, 30.01, 18],
    [mug.produto_id, 20, 6],
    [null, 10, 1.01],
  ]);
  expect(
    period.fornecedores.map(({ id, receita, custos, unidades }) => [id, receita, custos, unidades]),
  ).toEqual([
    [near, 60, 30, 3],
    [far, 30.01, 18, 1],
    [null, 10, 1.01, 2],
  ]);
  const shares = [
    ...period.produtos.map((row) => ({ row, filter: `produto_id=${row.id ?? 'desconhecido'}` })),
    ...period.fornecedores.map((row) => ({ row, filter: `fornecedor_id=${row.id ?? 'desconhecido'}` })),
  ];
  for (const { row, filter } of shares) {
    const behind: PeriodOrder[] = await get(`/dashboard/periodo/pedidos?${DAYS}&${filter}`);
    expect([row.vendas, row.calculados], filter).toEqual([behind.length, behind.length]);
    expect(behind, filter).toMatchObject([
      {
        id: key.pedidoId,
        quantidade: row.unidades,
        preco_venda: row.receita,
        lucro: row.lucro,
        liquido: row.liquido,
      },
    ]);
  }
  const [whole]: PeriodOrder[] = await get(`/dashboard/periodo/pedidos?${DAYS}`);
  expect(whole).toMatchObject({ quantidade: 6, preco_venda: 100.01 });
});

import { newId } from '@esteira/db/schema/columns';
import type { orders } from '@esteira/db/schema/orders/orders';
import { insertOrders, resetLines } from '@esteira/db/testing/insert-orders';
import type { DashboardPeriod } from '@esteira/validators/dashboards/dashboard-period';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeProduct, makeSupplier, makeUser, type TestUser, unique } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { watchStatements } from '../../../testing/watching/statements';
import { getDashboardPeriod } from './period';

let now: Date;
let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer({ deps: { clock: () => now } });
});
afterAll(() => server.close());
beforeEach(async () => {
  now = new Date('2026-11-21T15:00:00Z');
  user = await makeUser(server);
});

async function read(de: string, ate: string): Promise<DashboardPeriod> {
  const input = encodeURIComponent(JSON.stringify({ de, ate }));
  const answer = await server.call('GET', `/trpc/dashboard.period?input=${input}`, { token: user.token });
  expect(answer.status).toBe(200);
  return answer.body.result.data;
}

type Fields = Partial<typeof orders.$inferInsert>;

/** An order for R$ 59,90 that the supplier gets R$ 25,00 of. */
async function sell(criado_em: string, fields: Fields = {}): Promise<void> {
  await insertOrders(server.db, {
    ...{ usuario_id: user.id, id: newId(new Date(criado_em)) },
    ...{ marketplace: 'mercadolivre', ml_order_id: unique('2000') },
    ...{ produto_nome: 'Produto', fornecedor_nome: 'Desconhecido', quantidade: 1 },
    ...{ preco_venda: 59.9, preco_fornecedor: 25, criado_em },
    ...fields,
  });
}

const NOTHING = {
  ...{ vendas: 0, receita: 0, lucro: 0, calculados: 0, cobrados: 0, receita_calculada: 0, custos: 0 },
  liquido: null,
};

it('refuses a moment of a year that the database does not have', async () => {
  const path = '/api/dashboard/periodo/pedidos?de=2026-11-01&ate=2026-11-21&momento=0000-01-01T00:00:00Z';
  const answer = await server.call('GET', path, { token: user.token });
  expect([answer.status, answer.body.erros]).toEqual([
    422,
    [{ campo: 'momento', mensagem: 'Use uma data de 2000 a 2100' }],
  ]);
});

it.each([1])('fails as a whole when statement %s fails, and answers the next time', async (failing) => {
  await sell('2026-11-20T12:00:00.000Z');
  let asked = 0;
  const lost = watchStatements(server.db, async () => {
    asked += 1;
    if (asked === failing) throw new Error('the connection was lost');
  });
  const ask = () =>
    getDashboardPeriod({ db: lost, clock: () => now }, user.id, { de: '2026-11-20', ate: '2026-11-21' });
  await expect(ask()).rejects.toMatchObject({ cause: { message: 'the connection was lost' } });
  expect(asked).toBe(failing);
  expect((await ask()).produtos.map(({ vendas }) => vendas)).toEqual([1]);
});

describe('the figures of a period', () => {
  it('are zeros of every day for a seller without orders', async () => {
    const period = await read('2026-11-01', '2026-11-21');
    expect(period).toMatchObject({ total: NOTHING, produtos: [], fornecedores: [] });
    expect(period.anterior).toEqual({
      ...{ de: '2026-10-01', ate: '2026-10-21', momento: '2026-10-21T15:00:00.000Z', total: NOTHING },
    });
    expect(period.partes).toHaveLength(21);
  });

  it('count the days of America/Sao_Paulo, both ends, without cancelled orders and those of others', async () => {
    await sell('2026-11-01T03:00:00.000Z');
    await sell('2026-11-01T02:59:59.999Z');
    await sell('2026-11-11T02:59:59.999Z', { marketplace: 'amazon', status: 'entregue' });
    await sell('2026-11-11T03:00:00.000Z');
    await sell('2026-11-05T12:00:00.000Z', { status: 'cancelado' });
    const { total, partes, marketplaces } = await read('2026-11-01', '2026-11-10');
    expect(total).toEqual({ ...NOTHING, vendas: 2, receita: 119.8, lucro: 69.8 });
    expect(partes.map((part) => part.total.vendas)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    expect(marketplaces.map((row) => [row.marketplace, row.total.vendas])).toEqual([
      ['mercadolivre', 1],
      ['amazon', 1],
    ]);
    user = await makeUser(server);
    expect((await read('2026-11-01', '2026-11-10')).total).toEqual(NOTHING);
  });

  it('are compared with the same days of the month before, up to the same moment of the last one', async () => {
    await sell('2026-10-21T15:00:00.000Z');
    await sell('2026-10-21T15:00:00.001Z');
    await sell('2026-10-01T03:00:00.000Z', { custos: 50, custos_cobrados: true });
    const soFar = await read('2026-11-01', '2026-11-21');
    expect(soFar.anterior.total).toEqual({
      ...{ vendas: 2, receita: 119.8, lucro: 69.8, calculados: 1, cobrados: 1 },
      ...{ receita_calculada: 59.9, custos: 50, liquido: 9.9 },
    });
    const { de, ate, momento } = soFar.anterior;
    const behind = async (more: string) =>
      (
        await server.call('GET', `/api/dashboard/periodo/pedidos?de=${de}&ate=${ate}${more}`, {
          token: user.token,
        })
      ).body.length;
    expect([await behind(`&momento=${momento}`), await behind('')]).toEqual([2, 3]);
    // Days still to come compare with none: the month before is not taken whole.
    expect((await read('2026-11-01', '2026-11-30')).anterior).toEqual(soFar.anterior);
    expect((await read('2026-10-01', '2026-10-31')).total.vendas).toBe(3);
    now = new Date('2026-10-31T12:00:00Z');
    expect((await read('2026-10-01', '2026-10-31')).anterior).toMatchObject({
      ate: '2026-09-30',
      momento: null,
    });
  });

  it('compare each part with the days as far from the beginning, and a day with the same hours of the one before', async () => {
    await sell('2026-10-20T12:00:00.000Z', { preco_venda: 60 });
    await sell('2026-10-21T14:59:00.000Z', { preco_venda: 70 });
    await sell('2026-10-21T15:01:00.000Z', { preco_venda: 80 });
    await sell('2026-11-20T14:10:00.000Z', { preco_venda: 20 });
    await sell('2026-11-20T16:10:00.000Z', { preco_venda: 30 });
    await sell('2026-11-21T14:30:00.000Z', { preco_venda: 40, custos: 30 });
    await sell('2026-11-21T14:40:00.000Z', { status: 'cancelado' });
    const { partes, horas } = await read('2026-11-01', '2026-11-30');
    expect(partes.slice(19, 22).map(({ antes }) => antes)).toEqual([
      { de: '2026-10-20', ate: '2026-10-20', receita: 60 },
      { de: '2026-10-21', ate: '2026-10-21', receita: 70 },
      null,
    ]);
    expect(horas).toEqual([]);
    const today = (await read('2026-11-21', '2026-11-21')).horas;
    expect(today.map(({ hora, total: { receita }, antes }) => [hora, receita, antes])).toEqual(
      Array.from({ length: 24 }, (_, hora) => {
        const before = hora > 12 ? null : hora === 11 ? 20 : 0;
        return [hora, hora === 11 ? 40 : 0, before];
      }),
    );
    expect(today[11]?.total).toMatchObject({ vendas: 1, liquido: 10 });
    const yesterday = (await read('2026-11-20', '2026-11-20')).horas;
    expect(yesterday.flatMap(({ hora, total: { receita } }) => (receita ? [[hora, receita]] : []))).toEqual([
      [11, 20],
      [13, 30],
    ]);
  });

  it('leave out of the net value what is not known of an order, and say so', async () => {
    await sell('2026-11-02T12:00:00.000Z', { custos: 39.9 });
    await sell('2026-11-02T12:00:00.000Z', { custos: 60, custos_cobrados: true });
    await sell('2026-11-02T12:00:00.000Z');
    expect((await read('2026-11-02', '2026-11-02')).total).toEqual({
      ...{ vendas: 3, receita: 179.7, lucro: 104.7, calculados: 2, cobrados: 1 },
      ...{ receita_calculada: 119.8, custos: 99.9, liquido: 19.9 },
    });
  });

  it('name the products and suppliers with the most revenue, and those that are unknown', async () => {
    const { id: fornecedor_id, nome } = await makeSupplier(server, user);
    const [lamp, mug] = [
      await makeProduct(server, user, { fornecedor_id, nome: 'Luminária' }),
      await makeProduct(server, user, { fornecedor_id, nome: 'Caneca' }),
    ];
    for (const produto_id of [mug.id, lamp.id, lamp.id]) {
      await sell('2026-11-03T12:00:00.000Z', { produto_id, fornecedor_id, quantidade: 2 });
    }
    await sell('2026-11-03T12:00:00.000Z');
    const { produtos, fornecedores } = await read('2026-11-01', '2026-11-21');
    expect(
      produtos.slice(0, 1).map(({ id, nome, unidades, receita }) => [id, nome, unidades, receita]),
    ).toEqual([[lamp.id, 'Luminária', 4, 119.8]]);
    expect(produtos.map(({ nome }) => nome).sort()).toEqual(['Caneca', 'Luminária', 'Produto']);
    expect(fornecedores.map(({ id, nome, vendas }) => [id, nome, vendas])).toEqual([
      [fornecedor_id, nome, 3],
      [null, 'Desconhecido', 1],
    ]);
  });

  it.each([
    ['2026-11-02', '2026-11-01', 'Deve ser no dia inicial ou depois'],
    ['2025-11-01', '2026-11-02', 'Escolha no máximo 366 dias'],
  ])('from %s to %s are refused', async (de, ate, mensagem) => {
    const answer = await server.call('GET', `/api/dashboard/periodo?de=${de}&ate=${ate}`, {
      token: user.token,
    });
    expect([answer.status, answer.body.erros]).toEqual([422, [{ campo: 'ate', mensagem }]]);
  });
});

it('the sums follow an order through every change, and go with it', async () => {
  await sell('2026-11-02T12:00:00.000Z', { status: 'pendente' });
  const owner = sql`usuario_id = ${user.id}::uuid`;
  const total = async () => (await read('2026-11-02', '2026-11-02')).total;
  for (const status of ['aprovado', 'entregue']) {
    await server.db.execute(sql`UPDATE pedidos SET status = ${status} WHERE ${owner}`);
    expect((await total()).vendas).toBe(1);
  }
  await server.db.execute(sql`UPDATE pedidos SET custos = 100 WHERE ${owner}`);
  expect(await total()).toMatchObject({ calculados: 1, custos: 1, liquido: 58.9 });
  await server.db.execute(sql`UPDATE pedidos SET status = 'cancelado' WHERE ${owner}`);
  expect(await total()).toEqual(NOTHING);
  expect((await read('2026-11-02', '2026-11-02')).produtos).toEqual([]);
});

it('products and suppliers are those of the moment, whatever was asked for before', async () => {
  const [supplier, other] = [await makeSupplier(server, user), await makeSupplier(server, user)];
  const [lamp, mug] = [
    await makeProduct(server, user, { fornecedor_id: supplier.id, nome: 'Luminária' }),
    await makeProduct(server, user, { fornecedor_id: supplier.id, nome: 'Caneca' }),
  ];
  const sold = { produto_id: lamp.id, fornecedor_id: supplier.id };
  await sell('2026-11-03T12:00:00.000Z', { ...sold, ml_order_id: 'A' });
  await sell('2026-11-03T12:00:00.000Z', { ...sold, ml_order_id: 'B', produto_id: mug.id, preco_venda: 10 });
  const shares = async () => {
    const { produtos, fornecedores } = await read('2026-11-01', '2026-11-21');
    return [...produtos, ...fornecedores].map(({ nome, receita, unidades }) => [nome, receita, unidades]);
  };
  const change = async (fields: string, where = "ml_order_id = 'A'") => {
    await server.db.execute(
      sql.raw(
        `UPDATE pedidos SET ${fields} WHERE usuario_id = '${user.id}' AND status <> 'cancelado' AND ${where}`,
      ),
    );
    await resetLines(server.db, user.id);
  };
  expect(await shares()).toEqual([
    ...[
      ['Luminária', 59.9, 1],
      ['Caneca', 10, 1],
    ],
    ...[[supplier.nome, 69.9, 2]],
  ]);
  // The sums of the day stay as they are while its orders change their products.
  await change(
    `produto_id = CASE produto_id WHEN '${lamp.id}' THEN '${mug.id}' ELSE '${lamp.id}' END::uuid`,
    'true',
  );
  expect((await shares()).slice(0, 2)).toEqual([
    ['Caneca', 59.9, 1],
    ['Luminária', 10, 1],
  ]);
  await change(`fornecedor_id = '${other.id}'`);
  expect((await shares()).slice(2)).toEqual([
    [other.nome, 59.9, 1],
    [supplier.nome, 10, 1],
  ]);
  await change('quantidade = 3');
  expect((await shares())[0]).toEqual(['Caneca', 59.9, 3]);
  await server.db.execute(sql`UPDATE produtos SET nome = 'Xícara' WHERE id = ${mug.id}`);
  expect((await shares())[0]).toEqual(['Xícara', 59.9, 3]);
  await change("status = 'cancelado'");
  expect(await shares()).toEqual([
    ['Luminária', 10, 1],
    [supplier.nome, 10, 1],
  ]);
});

it.each([
  ['days', '2026-10-15', '2026-11-05'],
  ['weeks that begin on Monday', '2026-07-15', '2026-10-08'],
  ['months', '2025-11-22', '2026-11-21'],
])('%s of a period hold the orders of their own days', async (_, de, ate) => {
  const moments = Array.from({ length: 160 }, (_, n) => new Date(Date.UTC(2025, 10, 10, n * 59)));
  await insertOrders(
    server.db,
    moments.map((moment) => ({
      ...{ usuario_id: user.id, marketplace: 'amazon' as const, ml_order_id: unique('7') },
      ...{ produto_nome: 'Produto', fornecedor_nome: 'Desconhecido', quantidade: 1 },
      ...{ preco_venda: 10, preco_fornecedor: 1, criado_em: moment.toISOString() },
    })),
  );
  const days = moments.map((moment) => new Date(moment.getTime() - 3 * 3_600_000).toISOString().slice(0, 10));
  const count = (from: string, to: string) => days.filter((day) => from <= day && day <= to).length;
  const { partes, total } = await read(de, ate);
  expect(partes.map((part) => part.total.vendas)).toEqual(partes.map((part) => count(part.de, part.ate)));
  expect(total.vendas).toBe(count(de, ate));
  expect(total.vendas).toBeGreaterThan(5);
});

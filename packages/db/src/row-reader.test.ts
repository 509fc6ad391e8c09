import { asc, getTableColumns, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { selectRows } from './database';
import { readRowsAs, toRowReader } from './row-reader';
import { users } from './schema/accounts/users';
import { newId } from './schema/columns';
import { orders } from './schema/orders/orders';
import { openTestDatabase, type TestDatabase } from './testing';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('reads rows of every kind of column as the query builder does', async () => {
  const { db } = database;
  const usuario_id = newId();
  await db
    .insert(users)
    .values({ id: usuario_id, nome: 'Ana', email: 'ana@exemplo.com.br', senha_hash: 'x' });
  const order = {
    ...{ usuario_id, marketplace: 'amazon' as const, produto_nome: 'Caneca', fornecedor_nome: 'Silva' },
    ...{ quantidade: 3, preco_venda: 59.9, preco_fornecedor: 25.01 },
  };
  await db.insert(orders).values([
    {
      ...order,
      ml_order_id: '1',
      criado_em: '2026-11-01T03:00:00.000Z',
      requer_atencao: true,
      custos: 12.34,
    },
    { ...order, ml_order_id: '2', despachar_ate: '2026-11-05T12:00:00.120Z', cliente_nome: 'José' },
  ]);
  const fields = {
    ...getTableColumns(orders),
    soma: sql<number>`${orders.quantidade} + 1`,
    lista: sql<number[] | null>`CASE WHEN ${orders.requer_atencao} THEN json_build_array(1, 2) END`,
    reais: sql<number>`${orders.preco_venda}`.mapWith(orders.preco_venda),
  };
  const query = db.select(fields).from(orders).orderBy(asc(orders.ml_order_id));
  const expected = await query;
  expect(expected).toMatchObject([
    { ml_order_id: '1', custos: 12.34, lista: [1, 2], reais: 59.9, despachar_ate: null },
    { ml_order_id: '2', despachar_ate: '2026-11-05T12:00:00.120Z', soma: 4, lista: null },
  ]);
  expect(await readRowsAs(query.prepare('every_column'), fields).execute()).toEqual(expected);
  for (const keepsPlan of [true, false]) {
    const written = sql.raw(query.toSQL().sql);
    expect(await selectRows(db, written, { read: toRowReader(fields), keepsPlan })).toEqual(expected);
  }
});

import { queryRows } from '@esteira/db/database';
import { newId } from '@esteira/db/schema/columns';
import { NO_ID } from '@esteira/db/schema/orders/order-summaries';
import { orders } from '@esteira/db/schema/orders/orders';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUser, unique } from '../../../../testing/makers';
import { createTestServer, type TestServer } from '../../../../testing/server';
import { watchStatements } from '../../../../testing/watching/statements';
import { createSharersList } from './list-sharers';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const sell = (usuario_id: string, day: string) =>
  server.db.insert(orders).values({
    ...{ usuario_id, id: newId(), criado_em: `${day}T12:00:00Z`, ml_order_id: unique('2000') },
    ...{ marketplace: 'amazon', produto_nome: 'Produto', fornecedor_nome: 'Desconhecido' },
    ...{ quantidade: 2, preco_venda: 10, preco_fornecedor: 4 },
  });

/** A list of sharers with how many days each of its reads took from the database. */
function watchList(maxBytes?: number) {
  const read: number[] = [];
  const db = watchStatements(server.db, async (query) => {
    read.push((await queryRows(server.db, query)).length);
  });
  return { listSharers: createSharersList(db, maxBytes), read };
}

const year = { de: '2026-01-01', ate: '2026-12-31' };

it('reads each day once, and again when an order of it has changed', async () => {
  const { listSharers, read } = watchList();
  const { id } = await makeUser(server);
  const days = ['2026-01-01', '2026-02-01', '2026-02-02', '2026-12-31'];
  for (const day of days) await sell(id, day);
  await sell(id, '2027-01-01');
  const sold = { unidades: 2, pedidos: 1, receita: 1000, lucro: 600, calculados: 0, receita_calculada: 0 };
  const unknown = { id: NO_ID, custos: 0 };
  const four = { ...unknown, ...sold, unidades: 8, pedidos: 4, receita: 4000, lucro: 2400 };
  const first = await listSharers(id, year);
  expect(first).toEqual({
    version: '4',
    rows: [
      { tipo: 'produto', ...four },
      { tipo: 'fornecedor', ...four },
    ],
  });
  expect(await listSharers(id, year)).toEqual(first);
  const [only] = (await listSharers(id, { de: '2026-02-02', ate: '2026-02-02' })).rows;
  expect(only).toEqual({ tipo: 'produto', ...unknown, ...sold });
  await sell(id, '2026-02-01');
  expect((await listSharers(id, year)).rows[0]).toMatchObject({ pedidos: 5, receita: 5000 });
  await server.db.update(orders).set({ status: 'cancelado' }).where(eq(orders.usuario_id, id));
  expect((await listSharers(id, year)).rows).toEqual([]);
  expect((await listSharers((await makeUser(server)).id, year)).rows).toEqual([]);
  expect(read).toEqual([4, 0, 0, 1, 4, 0]);
});

it('keeps no more than it may, and reads again what it does not keep', async () => {
  const [one, other] = [await makeUser(server), await makeUser(server)];
  for (const { id } of [one, other]) await sell(id, '2026-01-01');
  const { listSharers, read } = watchList(2_000);
  const first = await listSharers(one.id, year);
  for (const { id } of [one, other, one]) expect(await listSharers(id, year)).toEqual(first);
  expect(read).toEqual([1, 0, 1, 1]);
});

import { newId } from '@esteira/db/schema/columns';
import { orderCosts } from '@esteira/db/schema/orders/order-costs';
import { orders } from '@esteira/db/schema/orders/orders';
import { insertOrders, resetLines } from '@esteira/db/testing/insert-orders';
import type { CostCode } from '@esteira/domain/profit/costs/cost-term';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeProduct, makeSupplier, makeUser, type TestUser, unique } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { watchStatements } from '../../../testing/watching/statements';
import { getDashboardPeriod } from './period';

const NOW = new Date('2026-11-21T15:00:00Z');
/** Whole months, whole weeks, days, and the day that is not over. */
const SPANS = [
  { de: '2025-11-22', ate: '2026-11-21' },
  { de: '2026-08-24', ate: '2026-11-21' },
  { de: '2026-11-01', ate: '2026-11-21' },
  { de: '2026-11-21', ate: '2026-11-21' },
];

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

/** A server of its own. */
function startReader(usuarioId: string) {
  const db = watchStatements(server.db, () => undefined);
  return () =>
    Promise.all(SPANS.map((span) => getDashboardPeriod({ db, clock: () => NOW }, usuarioId, span)));
}

let user: TestUser;
let sold: { produto_id: string; fornecedor_id: string };
/** Today's and yesterday's. */
let ids: string[];
beforeEach(async () => {
  user = await makeUser(server);
  const { id: fornecedor_id } = await makeSupplier(server, user);
  sold = { produto_id: (await makeProduct(server, user, { fornecedor_id })).id, fornecedor_id };
  ids = [await sell('2026-11-21T12:00:00Z'), await sell('2026-11-20T12:00:00Z')];
});

async function sell(criado_em: string): Promise<string> {
  const id = newId(new Date(criado_em));
  await insertOrders(server.db, {
    ...{ usuario_id: user.id, id, criado_em, ml_order_id: unique('2000'), ...sold },
    ...{ marketplace: 'mercadolivre', produto_nome: 'Produto', fornecedor_nome: 'Fornecedor' },
    ...{ quantidade: 1, preco_venda: 100, preco_fornecedor: 40, custos: 50 },
  });
  await addCosts(id, { tarifa_venda: 10, fornecedor: 40 });
  return id;
}

/** In reais. */
async function addCosts(pedido_id: string, costs: Partial<Record<CostCode, number>>): Promise<void> {
  await server.db.insert(orderCosts).values(
    Object.entries(costs).map(([codigo, valor]) => ({
      ...{ usuario_id: user.id, pedido_id, codigo: codigo as CostCode, valor, origem: 'tabela' as const },
    })),
  );
}

async function change(id: string | undefined, fields: Partial<typeof orders.$inferInsert>): Promise<void> {
  await server.db
    .update(orders)
    .set(fields)
    .where(and(eq(orders.usuario_id, user.id), eq(orders.id, id ?? '')));
  await resetLines(server.db, user.id);
}

it.each<[string, () => Promise<unknown>]>([
  ['a sale of today', () => sell('2026-11-21T14:00:00Z')],
  ['a sale of a day without one', () => sell('2026-03-01T14:00:00Z')],
  ['a sale of the day before, up to this time of it', () => sell('2026-11-20T14:59:59Z')],
  ['a sale that was cancelled', () => change(ids[0], { status: 'cancelado' })],
  [
    'the only sale of a day that went to another one',
    () => change(ids[1], { criado_em: '2026-11-19T12:00:00Z' }),
  ],
  ['a fee that grew', () => change(ids[1], { custos: 60 })],
  ['a fee that turned out to be a tax', () => addCosts(ids[0] ?? '', { tarifa_venda: -10, imposto: 10 })],
  ['a sale that was charged', () => change(ids[0], { custos_cobrados: true })],
  ['a sale whose product is not known any more', () => change(ids[0], { produto_id: null })],
  [
    'a product that got another name',
    () => server.db.execute(sql`UPDATE produtos SET nome = 'Novo' WHERE id = ${sold.produto_id}`),
  ],
])('%s, committed by another server, is in the next answer of each server', async (_, happen) => {
  const servers = [startReader(user.id), startReader(user.id)];
  const before = await Promise.all(servers.map((read) => read()));
  // Once more: what a server read before changes nothing of its next answer.
  for (const read of servers) expect(await read()).toEqual(before[0]);
  await happen();
  const fresh = await startReader(user.id)();
  expect(fresh).not.toEqual(before[0]);
  for (const read of servers) expect(await read()).toEqual(fresh);
});

it('what another server took back again is in no answer', async () => {
  const read = startReader(user.id);
  const before = await read();
  const cancelling = server.db.transaction(async (tx) => {
    await tx
      .update(orders)
      .set({ status: 'cancelado' })
      .where(and(eq(orders.usuario_id, user.id), eq(orders.id, ids[0] ?? '')));
    throw new Error('taken back');
  });
  await expect(cancelling).rejects.toThrow('taken back');
  expect(await read()).toEqual(before);
  await change(ids[0], { status: 'cancelado' });
  expect((await read()).map(({ total }) => total.vendas)).toEqual([1, 1, 1, 0]);
});

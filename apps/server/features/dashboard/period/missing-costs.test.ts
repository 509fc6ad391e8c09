import { newId } from '@esteira/db/schema/columns';
import { orders } from '@esteira/db/schema/orders/orders';
import { insertOrders } from '@esteira/db/testing/insert-orders';
import { ML_HOME } from '@esteira/domain/testing/profit-sale';
import type { MissingCosts } from '@esteira/validators/costs/missing-costs';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listForReal, makeProduct, makeUser, type TestUser, unique } from '../../../testing/makers';
import { externalOrder } from '../../../testing/marketplaces/external-orders';
import { createTestServer, type TestServer } from '../../../testing/server';
import { receiveOrder } from '../../orders/intake/intake';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await makeUser(server);
});

const SETTINGS = {
  ...{ regime: 'simples', receita_12_meses: 180_000 },
  ...{ reputacao_ml: 'green', logistica_ml: 'xd_drop_off', categoria_ml: ML_HOME },
};

const call = (method: string, path: string, body: object = {}) =>
  server.call(method, path, { token: user.token, body });

async function read(de: string, ate: string, who = user): Promise<MissingCosts> {
  const input = encodeURIComponent(JSON.stringify({ de, ate }));
  const answer = await server.call('GET', `/trpc/dashboard.missingCosts?input=${input}`, {
    token: who.token,
  });
  return answer.body.result.data;
}

const readAll = (who = user) => read('2026-01-01', '2026-12-31', who);

async function sell(custos: object | undefined, times: number): Promise<{ id: string; nome: string }> {
  const product = await makeProduct(server, user, { custos });
  await call('POST', `/api/mercadolivre/publicar/${product.id}`);
  for (let sale = 0; sale < times; sale += 1) {
    await call('POST', `/api/mercadolivre/simular-venda/${product.id}`);
  }
  return product;
}

/** An order of before costs were kept. */
const oldOrder = (criado_em: string): typeof orders.$inferInsert => ({
  ...{ usuario_id: user.id, id: newId(new Date(criado_em)), criado_em, ml_order_id: unique('2000') },
  ...{ marketplace: 'mercadolivre', produto_nome: 'Produto', fornecedor_nome: 'Desconhecido' },
  ...{ quantidade: 1, preco_venda: 59.9, preco_fornecedor: 25 },
});

const insertOld = (criado_em: string) => insertOrders(server.db, oldOrder(criado_em));

it('each order counts once, for the first thing that is missing, with the products that lack it', async () => {
  await call('PUT', '/api/custos', { ...SETTINGS, regime: null });
  await sell({ peso_g: 800 }, 1);
  await call('PUT', '/api/custos', SETTINGS);
  const often = await sell(undefined, 2);
  const once = await sell(undefined, 1);
  await sell({ peso_g: 500 }, 2);
  await insertOld('2026-03-05T12:00:00Z');
  const { pedidos, ha_mais, motivos } = await readAll();
  expect([pedidos, ha_mais]).toEqual([5, false]);
  expect(motivos[0]).toEqual({
    ...{ falta: 'peso', pedidos: 3 },
    produtos: [
      { id: often.id, nome: often.nome, sku: null, pedidos: 2 },
      { id: once.id, nome: once.nome, sku: null, pedidos: 1 },
    ],
  });
  expect(motivos.slice(1).map(({ falta, pedidos: count, produtos }) => [falta, count, produtos])).toEqual(
    expect.arrayContaining([
      ['regime', 1, []],
      ['sem_calculo', 1, []],
    ]),
  );
});

it('an order of several lines counts once, under each of its products', async () => {
  await call('PUT', '/api/custos', SETTINGS);
  const [cup, plate] = [await makeProduct(server, user), await makeProduct(server, user)];
  const listings = [];
  for (const { id } of [cup, plate]) {
    listings.push(await listForReal(server, user, { id, marketplace: 'mercadolivre' }));
  }
  const item = { quantidade: 1, preco_unitario_centavos: 5_000, sku: null, titulo: 'Item' };
  const [first, second] = listings.map((id_externo) => ({ ...item, id_externo }));
  if (!first || !second) throw new Error('no listings');
  await receiveOrder(
    server.db,
    { usuarioId: user.id, contaId: 1 },
    externalOrder('mercadolivre', { itens: [first, second, first] }),
  );
  await receiveOrder(
    server.db,
    { usuarioId: user.id, contaId: 1 },
    externalOrder('mercadolivre', { itens: [second] }),
  );
  const { pedidos, motivos } = await readAll();
  expect(pedidos).toBe(2);
  expect(motivos).toEqual([
    {
      ...{ falta: 'peso', pedidos: 2 },
      produtos: [
        { id: plate.id, nome: plate.nome, sku: null, pedidos: 2 },
        { id: cup.id, nome: cup.nome, sku: null, pedidos: 1 },
      ],
    },
  ]);
});

it('counts the days of the period alone, no cancelled orders, and none of another seller', async () => {
  for (const moment of ['2026-03-05T02:59:59Z', '2026-03-05T03:00:00Z', '2026-03-06T02:59:59Z']) {
    await insertOld(moment);
  }
  expect((await read('2026-03-05', '2026-03-05')).pedidos).toBe(2);
  await server.db.update(orders).set({ status: 'cancelado' }).where(eq(orders.usuario_id, user.id));
  expect(await readAll()).toEqual({ pedidos: 0, ha_mais: false, motivos: [] });
  expect((await readAll(await makeUser(server))).pedidos).toBe(0);
});

it('counts the orders that were looked at, and says that there are more', async () => {
  await insertOrders(
    server.db,
    Array.from({ length: 2_001 }, () => oldOrder('2026-03-05T12:00:00Z')),
  );
  const motivos = [{ falta: 'sem_calculo', pedidos: 2_000, produtos: [] }];
  expect(await readAll()).toEqual({ pedidos: 2_000, ha_mais: true, motivos });
});

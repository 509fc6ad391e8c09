import { queryRows } from '@esteira/db/database';
import { orderEvents } from '@esteira/db/schema/orders/order-events';
import { orders } from '@esteira/db/schema/orders/orders';
import { ORDER_ACTIONS, type OrderAction, type OrderStatus } from '@esteira/domain/orders/order-machine';
import { UNDO_WITHIN_MS } from '@esteira/domain/orders/order-undo';
import { createSimulatedAdapter } from '@esteira/marketplaces/simulated/adapter';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProduct, makeUser, type TestUser } from '../../testing/makers';
import {
  createMarketWithOrders,
  externalOrder,
  makeParcel,
} from '../../testing/marketplaces/external-orders';
import { noDeadline } from '../../testing/no-deadline';
import { createTestServer, type TestServer } from '../../testing/server';
import { readOrder } from './intake/read-job';
import { findContradictions } from './testing/invariants';
import { takeStep } from './testing/take-step';
import { moveStatus } from './writes';

let server: TestServer;
let elapsedMs = 0;
const clock = () => new Date(Date.now() + elapsedMs);
const amazon = createMarketWithOrders('amazon');
beforeAll(async () => {
  server = await createTestServer({
    background: { handlers: {} },
    deps: {
      clock,
      marketplaces: {
        mercadolivre: createSimulatedAdapter('mercadolivre', { clock }),
        amazon: amazon.adapter,
      },
    },
  });
});
afterAll(() => server.close());

const ACTIONS = Object.keys(ORDER_ACTIONS) as OrderAction[];

async function makeOrder(user: TestUser) {
  const product = await makeProduct(server, user, {});
  await server.call('POST', `/api/mercadolivre/publicar/${product.id}`, { token: user.token });
  await server.call('POST', `/api/mercadolivre/simular-venda/${product.id}`, { token: user.token });
  const [order] = (await server.call('GET', '/api/pedidos?limite=1', { token: user.token })).body;
  return order as { id: string };
}

const step = (user: TestUser, id: string, action: OrderAction) => takeStep(server, { user, id, action });

const undo = (user: TestUser, id: string, status: OrderStatus) =>
  server.call('POST', '/trpc/orders.undo', { token: user.token, body: { id, status } });

async function expectRefusal(answer: ReturnType<typeof undo>, status: number, detail: string) {
  const { status: code, body } = await answer;
  expect([code, body.error?.message]).toEqual([status, detail]);
}

const stockOf = async (user: TestUser) =>
  (await server.call('GET', '/api/produtos', { token: user.token })).body[0].estoque;

it('takes each step back once, keeps it in the history, and lets it be taken again', async () => {
  const user = await makeUser(server);
  const { id } = await makeOrder(user);
  const stock = await stockOf(user);
  for (const action of ACTIONS) {
    const { from, to } = ORDER_ACTIONS[action];
    expect((await step(user, id, action)).status).toBe(200);
    const undone = await undo(user, id, to);
    expect([undone.status, undone.body.result.data.status]).toEqual([200, from]);
    await expectRefusal(undo(user, id, from), 409, 'Não há etapa para desfazer neste pedido');
    expect((await step(user, id, action)).status).toBe(200);
  }
  const events = await server.db.select().from(orderEvents).where(eq(orderEvents.pedido_id, id));
  expect(events).toHaveLength(1 + 3 * ACTIONS.length);
  expect(await stockOf(user)).toBe(stock);
  expect(await findContradictions({ server, user })).toEqual([]);
});

it('takes the label away with the step that fetched it', async () => {
  const user = await makeUser(server);
  const { id } = await makeOrder(user);
  await step(user, id, 'approve');
  const sent = await step(user, id, 'sendToSupplier');
  const undone = await undo(user, id, 'enviado_fornecedor');
  expect(undone.body.result.data).toMatchObject({ status: 'aprovado', etiqueta_ml_url: null });
  const link = new URL(sent.body.etiqueta_ml_url);
  expect((await server.call('GET', link.pathname + link.search)).status).toBe(404);
  const again = await step(user, id, 'sendToSupplier');
  expect(again.body.etiqueta_ml_url).not.toBeNull();
});

it('refuses a step that something followed, and says where the order stands', async () => {
  const user = await makeUser(server);
  const { id } = await makeOrder(user);
  await step(user, id, 'approve');
  await step(user, id, 'sendToSupplier');
  await expectRefusal(
    undo(user, id, 'aprovado'),
    409,
    'Não é mais possível desfazer: o pedido está "Enviado ao Fornecedor"',
  );
});

it('refuses an arrival, and a step after its time', async () => {
  const user = await makeUser(server);
  const { id } = await makeOrder(user);
  await expectRefusal(undo(user, id, 'pendente'), 409, 'Não há etapa para desfazer neste pedido');
  await step(user, id, 'approve');
  elapsedMs = UNDO_WITHIN_MS + 60_000;
  await expectRefusal(undo(user, id, 'aprovado'), 409, 'O prazo para desfazer esta etapa terminou');
  elapsedMs = 0;
  expect((await server.call('GET', '/api/pedidos', { token: user.token })).body[0].status).toBe('aprovado');
});

it('knows no order of another seller', async () => {
  const [user, other] = [await makeUser(server), await makeUser(server)];
  const { id } = await makeOrder(other);
  await step(other, id, 'approve');
  for (const unknown of [id, '0190b0a0-0000-7000-8000-000000000000', "1'; DROP TABLE pedidos"]) {
    await expectRefusal(undo(user, unknown, 'aprovado'), 404, 'Pedido não encontrado');
  }
});

/** A real order in this status, which the seller or the marketplace led it to. */
async function realOrder(user: TestUser, action: OrderAction, atorId: string | null) {
  const sale = externalOrder('amazon', {});
  amazon.orders.set(sale.ml_order_id, sale);
  amazon.parcels.set(sale.ml_order_id, makeParcel());
  const key = {
    conta_id: 1,
    usuario_id: user.id,
    marketplace: 'amazon',
    ml_order_id: sale.ml_order_id,
  } as const;
  await readOrder(server.deps, key, noDeadline);
  const [order] = (await server.call('GET', '/api/pedidos?limite=1', { token: user.token })).body;
  await server.db.update(orders).set({ status: ORDER_ACTIONS[action].from }).where(eq(orders.id, order.id));
  await moveStatus(server.db, { usuarioId: user.id, pedidoId: order.id, action, atorId });
  return order as { id: string };
}

it('refuses what a real marketplace has learned of, or did itself, and writes nothing', async () => {
  const user = await makeUser(server);
  const told = 'Esta etapa já foi informada à Amazon e não pode ser desfeita';
  for (const action of ['sendToSupplier', 'markShipped'] as const) {
    const { id } = await realOrder(user, action, user.id);
    await expectRefusal(undo(user, id, ORDER_ACTIONS[action].to), 409, told);
  }
  const { id } = await realOrder(user, 'markShipped', null);
  const theirs = 'Esta etapa foi feita pela Amazon e não pode ser desfeita';
  await expectRefusal(undo(user, id, 'enviado_cliente'), 409, theirs);
  const back = await queryRows(
    server.db,
    sql`SELECT FROM eventos_pedido WHERE pedido_id = ${id}::uuid AND para = 'pago'`,
  );
  expect(back).toEqual([]);
});

it('takes back the approval and the payment of a real order', async () => {
  const user = await makeUser(server);
  for (const action of ['approve', 'pay', 'markDelivered'] as const) {
    const { id } = await realOrder(user, action, user.id);
    const answer = await undo(user, id, ORDER_ACTIONS[action].to);
    expect([answer.status, answer.body.result.data.status]).toEqual([200, ORDER_ACTIONS[action].from]);
  }
});

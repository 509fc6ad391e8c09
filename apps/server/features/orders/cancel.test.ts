import { orders } from '@esteira/db/schema/orders/orders';
import { MAX_CANCEL_REASON_LENGTH } from '@esteira/domain/orders/cancelling';
import { ORDER_ACTIONS, type OrderAction } from '@esteira/domain/orders/order-machine';
import { createSimulatedAdapter } from '@esteira/marketplaces/simulated/adapter';
import { eq } from 'drizzle-orm';
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

let server: TestServer;
const amazon = createMarketWithOrders('amazon');
beforeAll(async () => {
  server = await createTestServer({
    background: { handlers: {} },
    deps: {
      marketplaces: {
        mercadolivre: createSimulatedAdapter('mercadolivre', { clock: () => new Date() }),
        amazon: amazon.adapter,
      },
    },
  });
});
afterAll(() => server.close());

const ACTIONS = Object.keys(ORDER_ACTIONS) as OrderAction[];

/** A sale of three units of ten that has taken the first so many steps. */
async function makeOrder(user: TestUser, steps = 0): Promise<string> {
  const product = await makeProduct(server, user, { estoque: 10 });
  const token = { token: user.token };
  await server.call('POST', `/api/mercadolivre/publicar/${product.id}`, token);
  const sale = { ...token, body: { quantidade: 3 } };
  await server.call('POST', `/api/mercadolivre/simular-venda/${product.id}`, sale);
  const [{ id }] = (await server.call('GET', '/api/pedidos?limite=1', token)).body;
  for (const action of ACTIONS.slice(0, steps)) {
    expect((await takeStep(server, { user, id, action })).status).toBe(200);
  }
  return id;
}

const cancel = (user: TestUser, id: string, motivo: unknown = 'Comprador desistiu') =>
  server.call('POST', `/api/pedidos/${id}/cancelar`, { token: user.token, body: { motivo } });

const stockOf = async (user: TestUser) =>
  (await server.call('GET', '/api/produtos', { token: user.token })).body[0].estoque;

const historyOf = async (user: TestUser, id: string) => {
  const input = encodeURIComponent(JSON.stringify({ id }));
  return (await server.call('GET', `/trpc/orders.history?input=${input}`, { token: user.token })).body.result
    .data;
};

it.each([0, 1, 2, 3])(
  'cancels after %i steps, gives the stock back once and keeps reason and actor',
  async (steps) => {
    const user = await makeUser(server, { nome: 'Ana' });
    const id = await makeOrder(user, steps);
    expect(await stockOf(user)).toBe(7);
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await cancel(user, id, '  Fornecedor sem estoque ');
      expect([status, body.status]).toEqual([200, 'cancelado']);
    }
    expect(await stockOf(user)).toBe(10);
    const events = await historyOf(user, id);
    expect(events).toHaveLength(steps + 2);
    expect(events.at(-1)).toMatchObject({
      de: ACTIONS[steps] === undefined ? null : ORDER_ACTIONS[ACTIONS[steps]].from,
      para: 'cancelado',
      ator_nome: 'Ana',
      motivo: 'Fornecedor sem estoque',
    });
    expect(events[0].motivo).toBeNull();
    const { body: stats } = await server.call('GET', '/api/dashboard/stats', { token: user.token });
    expect([stats.total_vendas, stats.receita_total]).toEqual([0, 0]);
    expect(await findContradictions({ server, user })).toEqual([]);
  },
);

it('does not cancel what is shipped or delivered', async () => {
  const user = await makeUser(server);
  for (const [steps, label] of [
    [4, 'Enviado ao Cliente'],
    [5, 'Entregue'],
  ] as const) {
    const { status, body } = await cancel(user, await makeOrder(user, steps));
    expect([status, body.detail]).toEqual([409, `Pedido está "${label}"`]);
  }
  expect(await findContradictions({ server, user })).toEqual([]);
});

it('names the marketplace where a real order is cancelled, also one that has no parcel yet', async () => {
  const user = await makeUser(server);
  const order = externalOrder('amazon');
  amazon.orders.set(order.ml_order_id, order);
  amazon.parcels.set(order.ml_order_id, makeParcel());
  const key = {
    conta_id: 1,
    usuario_id: user.id,
    marketplace: 'amazon',
    ml_order_id: order.ml_order_id,
  } as const;
  await readOrder(server.deps, key, noDeadline);
  const [{ id }] = (await server.call('GET', '/api/pedidos', { token: user.token })).body;
  const { status, body } = await cancel(user, id);
  expect([status, body.detail]).toEqual([409, 'Cancele na Amazon']);
  const [stored] = await server.db.select().from(orders).where(eq(orders.id, id));
  expect(stored?.status).toBe('pendente');
});

it.each([
  [undefined, 'Motivo: campo obrigatório'],
  ['   ', 'Motivo: campo obrigatório'],
  ['a'.repeat(MAX_CANCEL_REASON_LENGTH + 1), 'Motivo: deve ter no máximo 200 caracteres'],
  ['duas\nlinhas', 'Motivo: contém caracteres inválidos'],
])('wants a reason: %j is refused', async (motivo, detail) => {
  const user = await makeUser(server);
  const id = await makeOrder(user);
  const answer = await server.call('POST', `/api/pedidos/${id}/cancelar`, {
    token: user.token,
    body: { motivo },
  });
  expect([answer.status, answer.body.detail]).toEqual([422, detail]);
  expect(await stockOf(user)).toBe(7);
});

it('another seller’s order and a malformed id are unknown', async () => {
  const [user, other] = [await makeUser(server), await makeUser(server)];
  const id = await makeOrder(other);
  for (const unknown of [id, 'x']) {
    const { status, body } = await cancel(user, unknown);
    expect([status, body.detail]).toEqual([404, 'Pedido não encontrado']);
  }
  expect(await stockOf(other)).toBe(7);
});

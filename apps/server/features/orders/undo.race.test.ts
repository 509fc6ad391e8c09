import { ORDER_ACTIONS, type OrderAction, type OrderStatus } from '@esteira/domain/orders/order-machine';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../testing/server';
import { type History, makeHistory, play } from './testing/history';
import { findContradictions } from './testing/invariants';

/** How often each race is run. */
const ROUNDS = 8;

let server: TestServer;
let history: History;
beforeAll(async () => {
  server = await createTestServer();
  history = await makeHistory(server);
});
afterAll(() => server.close());

const LINE = [
  ['approve', 'aprovar'],
  ['sendToSupplier', 'enviar-fornecedor'],
  ['pay', 'pagar'],
  ['markShipped', 'enviado-cliente'],
  ['markDelivered', 'entregue'],
] as const satisfies [OrderAction, string][];

async function step(id: string, path: string): Promise<number> {
  return (await server.call('POST', `/api/pedidos/${id}/${path}`, { token: history.user.token })).status;
}

async function undo(id: string, status: OrderStatus): Promise<number> {
  const body = { id, status };
  return (await server.call('POST', '/trpc/orders.undo', { token: history.user.token, body })).status;
}

/** A new order that has taken this many steps. */
async function orderAfter(steps: number): Promise<string> {
  await play(history, { kind: 'edit', product: 0, stock: 5, seen: null });
  await play(history, { kind: 'sell', product: 0, marketplace: 'mercadolivre', units: 1 });
  const [{ id }] = (await server.call('GET', '/api/pedidos?limite=1', { token: history.user.token })).body;
  for (const [, path] of LINE.slice(0, steps)) expect(await step(id, path)).toBe(200);
  return id;
}

it.each(LINE.map(([action], index) => [action, index + 1] as const))(
  'of parallel undos of %s exactly one succeeds',
  async (action, steps) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await orderAfter(steps);
      const answers = await Promise.all([1, 2, 3].map(() => undo(id, ORDER_ACTIONS[action].to)));
      expect(answers.sort()).toEqual([200, 409, 409]);
    }
    expect(await findContradictions(history)).toEqual([]);
  },
  120_000,
);

it.each(LINE.slice(1).map(([, path], index) => [path, index + 1] as const))(
  'of an undo and the next step %s exactly one succeeds',
  async (path, steps) => {
    const [action] = LINE[steps - 1] ?? LINE[0];
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await orderAfter(steps);
      const both = [undo(id, ORDER_ACTIONS[action].to), step(id, path)];
      expect((await Promise.all(round % 2 === 0 ? both : both.reverse())).sort()).toEqual([200, 409]);
    }
    expect(await findContradictions(history)).toEqual([]);
  },
  120_000,
);

it('of an undo and a cancellation the order is cancelled, and its stock comes back once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await play(history, { kind: 'edit', product: 0, stock: 5, seen: null });
    const number = 100 + round;
    await play(history, { kind: 'deliver', number, lines: [{ product: 0, units: 1 }], full: false });
    const [{ id }] = (await server.call('GET', '/api/pedidos?limite=1', { token: history.user.token })).body;
    expect(await step(id, 'aprovar')).toBe(200);
    await Promise.all([undo(id, 'aprovado'), play(history, { kind: 'cancel', number })]);
    const [order] = (await server.call('GET', '/api/pedidos?limite=1', { token: history.user.token })).body;
    expect(order.status).toBe('cancelado');
  }
  expect(await findContradictions(history)).toEqual([]);
}, 120_000);

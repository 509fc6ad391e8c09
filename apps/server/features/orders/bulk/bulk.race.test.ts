import { ORDER_STEPS, type OrderStepName } from '@esteira/domain/orders/order-bulk';
import type { BulkResult } from '@esteira/validators/orders/order-bulk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { findContradictions } from '../testing/invariants';
import { makeManyOrders } from '../testing/many-orders';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const STEPS = Object.keys(ORDER_STEPS) as OrderStepName[];

interface Run {
  acao: OrderStepName;
  ids: readonly string[];
}

async function bulk(user: TestUser, body: Run): Promise<BulkResult[]> {
  const answer = await server.call('POST', '/api/pedidos/lote', { token: user.token, body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.resultados;
}

async function undoBulk(user: TestUser, body: Run): Promise<BulkResult[]> {
  const answer = await server.call('POST', '/trpc/orders.undoBulk', { token: user.token, body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.result.data.resultados;
}

const movedBy = (results: BulkResult[]) => results.filter(({ ok }) => ok).map(({ id }) => id);

it('of four who run the same step of the same orders at once, in any order, each order is moved by one', async () => {
  const user = await makeUser(server);
  const ids = await makeManyOrders(server, user, 200);
  const orders = [ids, [...ids].reverse(), ids.slice(50), [...ids.slice(0, 150)].reverse()];
  for (const acao of STEPS) {
    const runs = await Promise.all(orders.map((part) => bulk(user, { acao, ids: part })));
    expect(runs.flatMap(movedBy).sort()).toEqual([...ids].sort());
    if (acao === 'entregue') continue;
    const undone = await Promise.all(orders.map((part) => undoBulk(user, { acao, ids: part })));
    expect(undone.flatMap(movedBy).sort()).toEqual([...ids].sort());
    await bulk(user, { acao, ids });
  }
  expect(await findContradictions({ server, user })).toEqual([]);
}, 120_000);

it('against single steps and undos of the same orders, each order is moved by one of them', async () => {
  const user = await makeUser(server);
  const ids = await makeManyOrders(server, user, 60);
  const single = async (path: string, body?: object) =>
    (await server.call('POST', path, { token: user.token, ...(body && { body }) })).status;
  for (let round = 0; round < 4; round += 1) {
    const [results, ...statuses] = await Promise.all([
      bulk(user, { acao: 'aprovar', ids }),
      ...[...ids].reverse().map((id) => single(`/api/pedidos/${id}/aprovar`)),
    ]);
    expect(movedBy(results).length + statuses.filter((status) => status === 200).length).toBe(ids.length);
    const [undone, ...answers] = await Promise.all([
      undoBulk(user, { acao: 'aprovar', ids }),
      ...[...ids].reverse().map((id) => single('/trpc/orders.undo', { id, status: 'aprovado' })),
    ]);
    expect(movedBy(undone).length + answers.filter((status) => status === 200).length).toBe(ids.length);
  }
  expect(await findContradictions({ server, user })).toEqual([]);
}, 120_000);

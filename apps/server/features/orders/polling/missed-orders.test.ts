import { connections } from '@esteira/db/schema/platform/connections';
import { MINUTE_MS } from '@esteira/domain/durations';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectAccount } from '../../../testing/accounts/accounts';
import { makeUser } from '../../../testing/makers';
import {
  createMarketWithOrders,
  externalOrder,
  type MarketWithOrders,
  makeParcel,
} from '../../../testing/marketplaces/external-orders';
import { createTestServer, type TestServer } from '../../../testing/server';
import { TestJobs } from '../../../testing/test-jobs';
import { relayMissedOrders } from './missed-orders';

const jobs = new TestJobs();
let server: TestServer;
let ml: MarketWithOrders;
let now: Date;

beforeAll(async () => {
  ml = createMarketWithOrders('mercadolivre');
  const amazon = createMarketWithOrders('amazon').adapter;
  server = await createTestServer({
    deps: { jobs, clock: () => now, marketplaces: { mercadolivre: ml.adapter, amazon } },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  now = new Date();
  ml.reset();
  ml.missed.length = 0;
  jobs.waiting.length = 0;
  await server.db.delete(connections);
});

const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * MINUTE_MS);
};

async function connect(fields: Partial<typeof connections.$inferInsert> = {}) {
  const user = await makeUser(server);
  const { vendedor_id } = await connectAccount(server, user, { marketplace: 'mercadolivre', ...fields });
  return { id: user.id, vendedor_id };
}

/** Looks for what could not be announced; answers whose orders wait to be read then, and forgets them. */
async function readMissed(): Promise<[usuario_id: string, ml_order_id: string][]> {
  await relayMissedOrders(server.deps);
  expect(await jobs.work(server.deps, ['orders-missed'])).toEqual([]);
  const readings = jobs.waiting.splice(0);
  return readings.map(({ data }) => [data.usuario_id, 'ml_order_id' in data ? data.ml_order_id : '']);
}

const miss = (vendedor_id: string, ml_order_id: string) =>
  ml.missed.push({ vendedor_id, ml_order_id, anunciado_em: now });

it('what could not be announced is asked for every half hour, by one account for all', async () => {
  const [one, other] = [await connect(), await connect()];
  const ended = await connect({ status: 'reconectar' });
  miss(one.vendedor_id, '2000000000000001');
  miss(other.vendedor_id, '2000000000000002');
  miss(other.vendedor_id, '2000000000000002');
  miss(ended.vendedor_id, '2000000000000003');
  miss('999999', '2000000000000004');
  const expected = [
    [one.id, '2000000000000001'],
    [other.id, '2000000000000002'],
  ].sort();
  expect(await readMissed()).toEqual(expected);
  expect(await readMissed()).toEqual([]);
  later(29);
  expect(await readMissed()).toEqual([]);
  expect(ml.argumentsOf('listMissedOrders')).toHaveLength(1);
  later(1);
  expect(await readMissed()).toEqual(expected);
  expect(ml.argumentsOf('listMissedOrders')).toHaveLength(2);
});

it('an account that does not answer keeps no other from asking', async () => {
  await connect({ pedidos_lidos_ate: new Date(now.getTime() - MINUTE_MS).toISOString() });
  const healthy = await connect({ pedidos_lidos_ate: now.toISOString() });
  await connect();
  await readMissed();
  const [read] = await server.db
    .select()
    .from(connections)
    .where(eq(connections.perdidas_lidas_em, now.toISOString()));
  expect(read?.usuario_id).toBe(healthy.id);
});

it('an account that was disconnected meanwhile asks nothing', async () => {
  await connect();
  await relayMissedOrders(server.deps);
  await server.db.delete(connections);
  expect(await jobs.work(server.deps, ['orders-missed'])).toEqual([]);
  expect(ml.argumentsOf('listMissedOrders')).toEqual([]);
});

it('what was read since its announcement is not read again', async () => {
  const { id: usuario_id, vendedor_id } = await connect();
  const order = externalOrder('mercadolivre');
  const { ml_order_id } = order;
  ml.orders.set(ml_order_id, order);
  ml.parcels.set(ml_order_id, makeParcel());
  miss(vendedor_id, ml_order_id);
  later(2);
  await jobs.send(server.db, 'order-read', {
    ...{ conta_id: 1, usuario_id, marketplace: 'mercadolivre', ml_order_id },
  });
  expect(await jobs.work(server.deps, ['order-read'])).toEqual([]);
  jobs.waiting.length = 0;
  expect(await readMissed()).toEqual([]);
  later(31);
  miss(vendedor_id, ml_order_id);
  expect(await readMissed()).toEqual([[usuario_id, ml_order_id]]);
});

import { orders } from '@esteira/db/schema/orders/orders';
import { connections } from '@esteira/db/schema/platform/connections';
import { disconnections } from '@esteira/db/schema/platform/disconnections';
import { DAY_MS } from '@esteira/domain/durations';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectAccount } from '../../../testing/accounts/accounts';
import { makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { forgetDisconnection } from '../../connections/disconnections';
import { disconnect } from '../../connections/service';
import { insertOrder } from '../testing/insert-order';
import { eraseDisconnectedBuyers } from './disconnected-buyers';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer();
});
beforeEach(async () => {
  user = await makeUser(server);
});
afterAll(() => server.close());

const inDays = (days: number) => ({ ...server.deps, clock: () => new Date(Date.now() + days * DAY_MS) });
const keyOf = (marketplace: 'amazon' | 'mercadolivre') => ({ usuarioId: user.id, marketplace, contaId: 1 });
const isKept = async (id: string) =>
  (
    await server.db
      .select()
      .from(orders)
      .where(and(eq(orders.usuario_id, user.id), eq(orders.id, id)))
  )[0]?.comprador_apagado_em === null;

it.each(['amazon', 'mercadolivre'] as const)('a disconnected account of %s', async (marketplace) => {
  await connectAccount(server, user, { marketplace });
  const id = await insertOrder(server, user, { marketplace, status: 'pago' });
  const other = await insertOrder(server, await makeUser(server), { marketplace, status: 'pago' });
  await Promise.all([
    disconnect(server.deps, keyOf(marketplace)),
    disconnect(server.deps, keyOf(marketplace)),
  ]);
  expect(await server.db.$count(disconnections, eq(disconnections.usuario_id, user.id))).toBe(1);
  await eraseDisconnectedBuyers(inDays(29));
  expect(await isKept(id)).toBe(true);
  const erased = await Promise.all([
    eraseDisconnectedBuyers(inDays(31)),
    eraseDisconnectedBuyers(inDays(31)),
  ]);
  expect(erased[0] + erased[1]).toBe(marketplace === 'amazon' ? 1 : 0);
  expect(await isKept(id)).toBe(marketplace !== 'amazon');
  const [kept] = await server.db.select().from(orders).where(eq(orders.id, other));
  expect(kept?.comprador_apagado_em).toBeNull();
});

it('one that is connected again keeps its buyers', async () => {
  await connectAccount(server, user, { marketplace: 'amazon' });
  const id = await insertOrder(server, user, { marketplace: 'amazon', status: 'pago' });
  await disconnect(server.deps, keyOf('amazon'));
  await forgetDisconnection(server.db, keyOf('amazon'), inDays(29).clock());
  await eraseDisconnectedBuyers(inDays(31));
  expect(await isKept(id)).toBe(true);
});

it('one that is refused counts since that was noticed', async () => {
  await connectAccount(server, user, { marketplace: 'amazon' });
  const id = await insertOrder(server, user, { marketplace: 'amazon', status: 'pago' });
  await server.db
    .update(connections)
    .set({ status: 'reconectar' })
    .where(eq(connections.usuario_id, user.id));
  await eraseDisconnectedBuyers(server.deps);
  await eraseDisconnectedBuyers(inDays(29));
  expect(await isKept(id)).toBe(true);
  await eraseDisconnectedBuyers(inDays(31));
  expect(await isKept(id)).toBe(false);
});

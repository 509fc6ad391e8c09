import { stockMovements } from '@esteira/db/schema/products/stock-movements';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProduct, makeUser, type TestUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { countStatements } from '../../testing/watching/statements';
import { createMissedChangesLook } from './missed-changes';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

/** Watches as an open screen does; answers how often it was woken, the first time included. */
function watch({ id }: Pick<TestUser, 'id'>) {
  const stop = new AbortController();
  let wakeUps = 0;
  const watching = (async () => {
    for await (const _ of server.deps.changes.wakeUps([id], stop.signal)) wakeUps += 1;
  })();
  return {
    wakeUps: () => wakeUps,
    stop: async () => {
      stop.abort();
      await watching;
    },
  };
}

it('wakes the screens of those for whom something was written without an announcement, and no others', async () => {
  const [seller, other] = [await makeUser(server), await makeUser(server)];
  const product = await makeProduct(server, seller);
  const screens = [watch(seller), watch(other)];
  const wakeUps = () => screens.map((screen) => screen.wakeUps());
  await expect.poll(wakeUps).toEqual([1, 1]);
  const look = createMissedChangesLook(server.deps);
  await server.db
    .insert(stockMovements)
    .values({ usuario_id: seller.id, produto_id: product.id, quantidade: 1, motivo: 'ajuste' });
  await new Promise((turn) => setImmediate(turn));
  expect(wakeUps()).toEqual([1, 1]);
  await look();
  await expect.poll(wakeUps).toEqual([2, 1]);
  for (const screen of screens) await screen.stop();
});

it('asks one statement for many screens, and none without a screen', async () => {
  const { db, statements } = countStatements(server.db);
  const look = createMissedChangesLook({ db, changes: server.deps.changes });
  await look();
  expect(statements()).toBe(0);
  const users = await Promise.all(Array.from({ length: 20 }, () => makeUser(server)));
  const screens = users.map(watch);
  await look();
  expect(statements()).toBe(1);
  for (const screen of screens) await screen.stop();
});

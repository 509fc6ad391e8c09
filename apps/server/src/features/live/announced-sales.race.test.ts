import { queryRows } from '@esteira/db/database';
import { openTcpLink } from '@esteira/db/tcp-link';
import type { LiveChange } from '@esteira/validators/live';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { isWriting, startBeside } from '../../testing/cut-off';
import { deferred } from '../../testing/deferred';
import { readMessages } from '../../testing/event-stream';
import { makeProduct, makeUser, type TestUser } from '../../testing/makers';
import { createTestServer, TEST_SECRET, type TestServer } from '../../testing/server';
import { type ServerProcess, startServerProcess } from '../../testing/server-process';

const SALES = Number(process.env['TEST_SALES'] ?? 200);
const SELLERS = 4;
const AT_ONCE = 8;
/** So soon after all servers are there every screen shows what the database holds. */
const WITHIN_MS = 1_000;

let server: TestServer;
const opened: { stop: () => Promise<unknown> }[] = [];
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ stop }) => stop()));
});

/** One of several servers, which may be killed and comes again. */
function openPlace(start: () => Promise<ServerProcess> = () => startBeside(server)) {
  let running = start();
  const place = {
    isThere: () => running,
    kill: (next = start) => {
      const killed = running;
      running = killed.then(async (victim) => {
        await victim.kill();
        return next();
      });
      return running;
    },
    stop: async () => (await running).kill(),
  };
  opened.push(place);
  return place;
}

type Place = ReturnType<typeof openPlace>;

interface Shop {
  user: TestUser;
  produtoId: string;
}

async function openShop(): Promise<Shop> {
  const user = await makeUser(server);
  const { id } = await makeProduct(server, user, { estoque: 100_000 });
  await server.call('POST', `/api/mercadolivre/publicar/${id}`, { token: user.token });
  return { user, produtoId: id };
}

async function sell(place: Place, { user, produtoId }: Shop): Promise<void> {
  const { url } = await place.isThere();
  const sale = fetch(`${url}/api/mercadolivre/simular-venda/${produtoId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}` },
  });
  // Of a server that was killed nobody knows whether it sold.
  const status = await sale.then((answer) => answer.status).catch(() => null);
  expect([200, null]).toContain(status);
}

/** The orders of a screen, which begins with the list, follows the changes and comes again when it is cut off. */
async function openScreen(place: Place, { user }: Shop) {
  const stopped = new AbortController();
  const orders = new Set<string>();
  let cursor: string | null = null;

  async function take(change: LiveChange): Promise<void> {
    cursor = change.id;
    if (change.tipo === 'tudo') for (const id of await readOrders(user)) orders.add(id);
    if (change.tipo === 'pedido') orders.add(change.pedido_id);
  }

  async function followOnce(onOpen: () => void): Promise<void> {
    const { url } = await place.isThere();
    const input = encodeURIComponent(JSON.stringify(cursor === null ? {} : { lastEventId: cursor }));
    const response = await fetch(`${url}/trpc/live.changes?input=${input}`, {
      headers: { authorization: `Bearer ${user.token}`, accept: 'text/event-stream' },
      signal: stopped.signal,
    });
    for await (const { event, data } of readMessages(response)) {
      if (event !== 'message') continue;
      await take(JSON.parse(data));
      onOpen();
    }
  }

  const open = deferred();
  const following = (async () => {
    while (!stopped.signal.aborted) await followOnce(open.resolve).catch(() => undefined);
  })();
  await open.promise;
  for (const id of await readOrders(user)) orders.add(id);
  const screen = {
    orders,
    stop: () => {
      stopped.abort();
      return following;
    },
  };
  opened.push(screen);
  return screen;
}

/** What the database holds. */
async function readOrders({ id }: TestUser): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    server.db,
    sql`SELECT id::text FROM pedidos WHERE usuario_id = ${id}::uuid`,
  );
  return rows.map((row) => row.id);
}

/** Ends the connections by which servers listen and announce, this test's own server's too. */
async function killMessengers(): Promise<number> {
  const rows = await queryRows(
    server.db,
    sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
          AND (query ILIKE 'listen %' OR query ILIKE 'select pg_notify%')`,
  );
  return rows.length;
}

it(`every screen shows what the database holds, a second after servers and connections were killed over ${SALES} sales`, async () => {
  const places = [openPlace(), openPlace()];
  const shops = await Promise.all(Array.from({ length: SELLERS }, openShop));
  const screens = await Promise.all(
    shops.flatMap((shop) => places.map(async (place) => ({ shop, ...(await openScreen(place, shop)) }))),
  );
  const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31);
  process.stdout.write(`Sales with killed servers and connections, TEST_SEED=${seed}\n`);
  const [plan] = fc.sample(
    fc.array(fc.noBias(fc.record({ shop: fc.nat(), place: fc.nat(), event: fc.nat({ max: 59 }) })), {
      minLength: SALES,
      maxLength: SALES,
      size: 'max',
    }),
    { numRuns: 1, seed },
  );
  const left = [...(plan ?? [])].entries();
  const killed = { servers: 0, connections: 0 };
  const sellAll = async () => {
    for (const [number, { shop, place, event }] of left) {
      const [seller, at] = [shops[shop % SELLERS], places[place % places.length]];
      if (seller === undefined || at === undefined) throw new Error('there is no such shop');
      const selling = sell(at, seller);
      // Some by chance, and each kind at least once.
      if (event === 0 || number === Math.floor(SALES / 3)) {
        killed.servers += 1;
        void at.kill();
      } else if (event <= 2 || number === Math.floor(SALES / 2)) killed.connections += await killMessengers();
      await selling;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sellAll));
  await Promise.all(places.map(({ isThere }) => isThere()));
  while (await isWriting(server));
  const back = performance.now();
  const held = new Map<Shop, string[]>();
  for (const shop of shops) held.set(shop, (await readOrders(shop.user)).sort());
  const shown = () => screens.map(({ orders }) => [...orders].sort());
  const expected = screens.map(({ shop }) => held.get(shop));
  await expect.poll(shown, { timeout: WITHIN_MS, interval: 10 }).toEqual(expected);
  const sold = [...held.values()].flat().length;
  process.stdout.write(
    `${sold} orders of ${SALES} sales, ${killed.servers} servers and ${killed.connections} connections killed; shown ${Math.round(performance.now() - back)} ms later\n`,
  );
  expect(sold).toBeGreaterThan(SALES / 2);
  expect(killed.servers).toBeGreaterThan(0);
  expect(killed.connections).toBeGreaterThan(0);
}, 300_000);

it('what a server committed and could not announce before it was killed is shown elsewhere once it is there again', async () => {
  const direct = server.databaseUrl ?? '';
  const name = new URL(direct).pathname.slice(1);
  // What a pooler would set for the connections that it gives away.
  for (const bound of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
    await server.db.execute(sql.raw(`ALTER DATABASE ${name} SET ${bound} = '60s'`));
  const link = await openTcpLink(direct);
  const start = (directUrl: string) =>
    startServerProcess({ DATABASE_URL: direct, DATABASE_DIRECT_URL: directUrl, JWT_SECRET: TEST_SECRET });
  const [victim, other] = [openPlace(() => start(link.url)), openPlace()];
  const shop = await openShop();
  const [own, elsewhere] = [await openScreen(victim, shop), await openScreen(other, shop)];
  link.mute();
  await sell(victim, shop);
  const [sold] = await readOrders(shop.user);
  expect(sold).toBeDefined();
  await expect.poll(() => [...own.orders]).toEqual([sold]);
  expect([...elsewhere.orders]).toEqual([]);
  await victim.kill(() => start(direct));
  await expect.poll(() => [...elsewhere.orders], { timeout: WITHIN_MS }).toEqual([sold]);
  await link.cut();
}, 60_000);

it('a sale is shown on another server’s screens within a second', async () => {
  const [place, other] = [openPlace(), openPlace()];
  const shop = await openShop();
  const screen = await openScreen(other, shop);
  for (let number = 1; number <= 10; number += 1) {
    await sell(place, shop);
    await expect.poll(() => screen.orders.size, { timeout: WITHIN_MS, interval: 5 }).toBe(number);
  }
});

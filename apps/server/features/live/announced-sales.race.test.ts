import { setTimeout as delay } from 'node:timers/promises';
import { runs } from '@esteira/config/vitest/runs';
import { queryRows } from '@esteira/db/database';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { deferred } from '../../testing/deferred';
import { makeProduct, makeUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { isWriting } from '../../testing/server-crash';
import { killListeners } from './testing/listeners';
import { openPlace, type Place } from './testing/places';
import { describeOrder, openScreen, type Screen, type Shop, type Shown } from './testing/screens';
import { followAsApp, followEvents } from './testing/streams';

const SALES = Number(process.env['TEST_SALES'] ?? runs(200));
const SELLERS = 4;
const SERVERS = 3;
const AT_ONCE = 8;
/**
 * Long enough for any machine: whoever does not see something at once does not see it later either. How long it took is
 * printed; where nothing else runs it is less than a second.
 */
const WITHIN_MS = 15_000;

let server: TestServer;
const opened: { stop: () => Promise<unknown> }[] = [];
beforeAll(async () => {
  server = await createTestServer();
  // What a pooler would set for the connections that it gives away: servers have a second address here.
  const [{ name } = { name: '' }] = await queryRows<{ name: string }>(
    server.db,
    sql`SELECT quote_ident(current_database()) AS name`,
  );
  for (const bound of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
    await server.db.execute(sql.raw(`ALTER DATABASE ${name} SET ${bound} = '60s'`));
});
afterAll(() => server.close());
// Screens before the servers that they come again to.
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.stop();
});

function keep<T extends { stop: () => Promise<unknown> }>(one: T): T {
  opened.push(one);
  return one;
}

const open = async () => keep(await openPlace(server));

async function openShop(): Promise<Shop> {
  const user = await makeUser(server);
  const { id } = await makeProduct(server, user, { estoque: 100_000 });
  await server.call('POST', `/api/mercadolivre/publicar/${id}`, { token: user.token });
  return { user, produtoId: id };
}

/** Null where the server was killed, and the result is unknown. */
async function post(place: Place, { user }: Shop, path: string): Promise<unknown> {
  const { url } = await place.isThere();
  const headers = { authorization: `Bearer ${user.token}` };
  const answer = await fetch(url + path, { method: 'POST', headers })
    .then(async (response) => ({ status: response.status, body: await response.json() }))
    .catch(() => null);
  if (answer === null) return null;
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** Answers the order's id; null of a server that was killed. */
async function sell(place: Place, shop: Shop): Promise<string | null> {
  const answer = await post(place, shop, `/api/mercadolivre/simular-venda/${shop.produtoId}`);
  return answer === null ? null : (answer as { pedido: string }).pedido;
}

/** What the database holds. */
async function readShop({ user, produtoId }: Shop): Promise<Shown> {
  const rows = await queryRows<{ id: string; status: string }>(
    server.db,
    sql`SELECT id::text, status FROM pedidos WHERE usuario_id = ${user.id}::uuid`,
  );
  const [product] = await queryRows<{ estoque: number }>(
    server.db,
    sql`SELECT estoque FROM produtos WHERE usuario_id = ${user.id}::uuid AND id = ${produtoId}::uuid`,
  );
  const orders = rows.map(({ id, status }) => describeOrder(id, status)).sort();
  return { orders, stock: product?.estoque ?? Number.NaN };
}

/** One sale of the plan: where, by whom, whether its order is approved elsewhere, and what is killed meanwhile. */
const planned = fc.noBias(
  fc.record({
    shop: fc.nat(),
    place: fc.nat(),
    isApproved: fc.boolean(),
    event: fc.nat({ max: 59 }),
    which: fc.nat(),
    waitMs: fc.nat({ max: 40 }),
  }),
);

type Planned = typeof planned extends fc.Arbitrary<infer Value> ? Value : never;

const EVENTS = ['server', 'silent server', 'line', 'listening', 'all connections'] as const;

/** What the last sale of each round meets, in turns: whoever does not see it then does not see it later either. */
const ENDINGS = ['server', 'line', 'silent server'] as const;

/**
 * After so many sales everything comes to rest and the screens are compared with the database: often enough for each
 * ending.
 */
const ROUND = Math.min(50, Math.ceil(SALES / ENDINGS.length));

/** All that are sold in one test, and what is killed meanwhile. */
function createTrial(places: readonly Place[], shops: readonly Shop[]) {
  const killed = { servers: 0, lines: 0, listening: 0 };
  const pick = <T>(all: readonly T[], number: number): T => {
    const one = all[number % all.length];
    if (one === undefined) throw new Error('there is none');
    return one;
  };
  const killConnections = async (which: number | null) => {
    killed.listening += await killListeners(server, which);
  };

  /** In the middle of a sale, or just after it. */
  async function killSomething(event: (typeof EVENTS)[number], sale: Planned, selling: Promise<unknown>) {
    const place = pick(places, sale.place);
    const later = delay(sale.waitMs);
    const isServer = event === 'server' || event === 'silent server';
    killed.servers += Number(isServer);
    killed.lines += Number(event === 'line' || event === 'silent server');
    if (event === 'silent server') void place.silenceAndKill(Promise.all([selling, later]));
    if (event === 'line') void place.breakLine(Promise.all([selling, later]));
    await later;
    if (event === 'server') void place.kill();
    if (event === 'listening') await killConnections(sale.which);
    if (event === 'all connections') await killConnections(null);
  }

  async function sellOne(sale: Planned, event: (typeof EVENTS)[number] | undefined): Promise<void> {
    const shop = pick(shops, sale.shop);
    const selling = sell(pick(places, sale.place), shop);
    if (event !== undefined) await killSomething(event, sale, selling);
    const id = await selling;
    if (sale.isApproved && id !== null)
      await post(pick(places, sale.which), shop, `/api/pedidos/${id}/aprovar`);
  }

  /** Several buyers at once, whom something befalls by chance; the last sale alone. */
  async function sellRound(sales: readonly Planned[], ending: (typeof EVENTS)[number]): Promise<void> {
    const left = sales.slice(0, -1);
    const buy = async () => {
      for (let sale = left.shift(); sale !== undefined; sale = left.shift())
        await sellOne(sale, EVENTS[sale.event]);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, buy));
    const last = sales.at(-1);
    if (last !== undefined) await sellOne({ ...last, isApproved: false }, ending);
  }
  return { killed, sellRound };
}

function drawPlan(seed: number): Planned[] {
  const sales = fc.array(planned, { minLength: SALES, maxLength: SALES, size: 'max' });
  return fc.sample(sales, { numRuns: 1, seed }).flat();
}

/** Each shop is open on screens of every server, half of them of the app. */
function openScreens(places: readonly Place[], shops: readonly Shop[]): Promise<Screen[]> {
  const each = shops.flatMap((shop) => places.map((place) => ({ shop, place })));
  return Promise.all(
    each.map(async (where, number) =>
      keep(await openScreen({ ...where, follow: number % 2 === 0 ? followAsApp : followEvents })),
    ),
  );
}

/** Waits until every screen shows what the database holds; answers how long that took from when all servers were there. */
async function expectShown(places: readonly Place[], screens: readonly Screen[]): Promise<number> {
  await Promise.all(places.map(({ isThere }) => isThere()));
  while (await isWriting(server));
  const back = performance.now();
  const held = new Map<Shop, Shown>();
  for (const { shop } of screens) if (!held.has(shop)) held.set(shop, await readShop(shop));
  const expected = screens.map(({ shop }) => held.get(shop));
  const show = () => screens.map((screen) => screen.show());
  await expect.poll(show, { timeout: WITHIN_MS, interval: 10 }).toEqual(expected);
  return performance.now() - back;
}

it(`every screen shows what the database holds after servers and connections were killed over ${SALES} sales`, async () => {
  const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31);
  process.stdout.write(`Sales with killed servers and connections, TEST_SEED=${seed}\n`);
  const places = await Promise.all(Array.from({ length: SERVERS }, open));
  const shops = await Promise.all(Array.from({ length: SELLERS }, openShop));
  const screens = await openScreens(places, shops);
  const { killed, sellRound } = createTrial(places, shops);
  const plan = drawPlan(seed);
  const latest = new Map<string, number>();
  for (let first = 0; first < plan.length; first += ROUND) {
    const ending = ENDINGS[(first / ROUND) % ENDINGS.length] ?? 'server';
    await sellRound(plan.slice(first, first + ROUND), ending);
    const ms = Math.round(await expectShown(places, screens));
    latest.set(ending, Math.max(ms, latest.get(ending) ?? 0));
  }
  const held = await Promise.all(shops.map(readShop));
  const sold = held.flatMap(({ orders }) => orders).length;
  const times = [...latest].map(([ending, ms]) => `${ms} ms after a ${ending}`).join(', ');
  process.stdout.write(
    `${sold} orders of ${SALES} sales on ${SERVERS} servers; killed: ${killed.servers} servers, ${killed.lines} lines, ${killed.listening} listening connections; ${screens.length} screens agreed at the latest ${times}\n`,
  );
  expect(sold).toBeGreaterThan(SALES / 2);
  expect(killed.servers).toBeGreaterThan(0);
  expect(killed.lines).toBeGreaterThan(0);
}, 600_000);

it('what a server commits while it hears nothing is shown elsewhere at once, and here once it is there again', async () => {
  const [victim, other] = [await open(), await open()];
  const shop = await openShop();
  const [own, elsewhere] = [
    keep(await openScreen({ shop, place: victim })),
    keep(await openScreen({ shop, place: other })),
  ];
  const { promise: isSeen, resolve: goOn } = deferred();
  const selling = sell(victim, shop);
  const back = victim.silenceAndKill(isSeen);
  await selling;
  const { orders: sold } = await readShop(shop);
  expect(sold).toHaveLength(1);
  await expect.poll(() => elsewhere.show().orders, { timeout: WITHIN_MS }).toEqual(sold);
  goOn();
  await back;
  await expect.poll(() => own.show().orders, { timeout: WITHIN_MS }).toEqual(sold);
}, 60_000);

it('a sale is shown on another server’s screens', async () => {
  const [place, other] = [await open(), await open()];
  const shop = await openShop();
  const screen = keep(await openScreen({ shop, place: other }));
  for (let number = 1; number <= 10; number += 1) {
    await sell(place, shop);
    await expect.poll(() => screen.show().orders.length, { timeout: WITHIN_MS, interval: 5 }).toBe(number);
  }
});

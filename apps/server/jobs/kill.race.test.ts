import { seededRandom } from '@esteira/config/vitest/random';
import { runs } from '@esteira/config/vitest/runs';
import { queryRows } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres/postgres-errors';
import {
  type FakeMercadoLivre,
  startFakeMercadoLivre,
} from '@esteira/marketplaces/testing/mercado-livre/server';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toMarketplaces } from '../env/marketplaces';
import { findContradictions } from '../features/orders/testing/invariants';
import { createMarketplaces } from '../startup/marketplaces';
import { connectAccount, testCipher } from '../testing/accounts/accounts';
import { makeProduct, makeSupplier, makeUser, type TestUser, unique } from '../testing/makers';
import { createTestServer, TEST_SECRET, TEST_TOKEN_KEY, type TestServer } from '../testing/server';
import { toDatabaseVariables } from '../testing/server-crash';
import { buildWorker, type StandingBy } from './testing/worker-process-control';

const KILLS = runs(200);
const SELLERS = 3;
/**
 * A worker dies after so many calls to the marketplace at most: somewhere within publications and intakes, of which
 * several go on at a time, with up to ten calls each.
 */
const MOST_CALLS = 45;
/**
 * A worker without a call for so long has nothing more to do if nothing is due, and is killed all the same (ms): it looks for
 * work every 20 ms.
 */
const IDLE_FOR = 150;
/** Between two looks at how many calls there were (ms): to look takes of the processor what the worker needs. */
const LOOK_EVERY = 5;
/** A worker lives this long at most, however busy the machine is (ms). */
const LONGEST_LIFE = 10_000;
/** Between a death and the next worker: leases and taken jobs run out, and calls are earned. */
const PAUSE = '4 minutes';
/** At the end: everything that is looked at now and then is looked at. */
const LONG_PAUSE = '1 hour';

interface Seller {
  user: TestUser;
  vendedor_id: string;
  fornecedor_id: string;
  products: { id: string; estoque: number }[];
}

const random = seededRandom();
let fake: FakeMercadoLivre;
let server: TestServer;
let webhook: string;
let build: () => Promise<StandingBy>;
const alive: StandingBy[] = [];
const sellers: Seller[] = [];
const sold: { seller: Seller; ml_order_id: string }[] = [];
const cancelled = new Set<string>();

beforeAll(async () => {
  fake = await startFakeMercadoLivre();
  const { url, appId, secretKey } = fake;
  const market = { ML_APP_ID: appId, ML_SECRET_KEY: secretKey, ML_API_BASE_URL: url };
  // Its hours pass in minutes.
  const variables = { ...market, ML_CALLS_PER_HOUR: '1000000' };
  server = await createTestServer({ background: { crashes: KILLS } });
  const { db, clock } = server.deps;
  const config = toMarketplaces({ ...variables, TOKEN_ENCRYPTION_KEY: TEST_TOKEN_KEY } as never);
  Object.assign(server.deps, createMarketplaces(config, { db, clock, cipher: testCipher }));
  webhook = `${await server.app.listen({ port: 0, host: '127.0.0.1' })}/webhooks/mercadolivre`;
  build = await buildWorker({
    ...variables,
    ...toDatabaseVariables(server),
    JWT_SECRET: TEST_SECRET,
    TOKEN_ENCRYPTION_KEY: TEST_TOKEN_KEY,
  });
  for (let n = 0; n < SELLERS; n += 1) sellers.push(await connectSeller());
});
afterAll(async () => {
  await Promise.all(alive.map((worker) => worker.kill()));
  await server.close();
  await fake.close();
});

async function startWorker(): Promise<StandingBy> {
  const worker = await build();
  alive.push(worker);
  return worker;
}

async function connectSeller(): Promise<Seller> {
  const user = await makeUser(server);
  const { vendedor_id, ...grant } = fake.connectSeller({ modelo: 'user_product' });
  await connectAccount(server, user, {
    marketplace: 'mercadolivre',
    vendedor_id,
    grant,
    modelo_anuncio: 'user_product',
  });
  const { id: fornecedor_id } = await makeSupplier(server, user);
  return { user, vendedor_id, fornecedor_id, products: [] };
}

const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];

async function publish(seller: Seller): Promise<void> {
  const sku = unique('FONE');
  const product = await makeProduct(server, seller.user, {
    nome: `Fone de ouvido JBL ${sku}`,
    sku,
    fornecedor_id: seller.fornecedor_id,
    imagem_url: 'https://cdn.exemplo.com.br/fone.jpg',
    estoque: 1000,
    ficha: { marca: 'JBL', modelo: sku, motivo_sem_ean: 'outro' },
  });
  seller.products.push(product);
  const { token } = seller.user;
  const answer = await server.call('POST', `/api/mercadolivre/publicar/${product.id}`, { token });
  expect(answer.status, answer.text).toBe(200);
}

/** Announced once, twice, or in vain: then it stands among the missed announcements. */
async function announce({ vendedor_id }: Seller, ml_order_id: string): Promise<void> {
  const notice = { vendedor_id, recurso: `/orders/${ml_order_id}`, _id: unique('notice') };
  const times = Math.floor(random() * 3);
  if (times === 0) fake.missNotification(notice);
  for (let sent = 0; sent < times; sent += 1) {
    expect((await fake.sendNotification(webhook, notice)).status).toBe(200);
  }
}

async function buy(seller: Seller): Promise<void> {
  const { vendedor_id } = seller;
  const item = pick(fake.items(vendedor_id).filter(({ status }) => status === 'active'));
  if (item === undefined) return;
  const itens = [{ anuncio: item.id, quantidade: 1 + Math.floor(random() * 3) }];
  const { ml_order_id } = fake.createPaidOrder({ vendedor_id, itens });
  sold.push({ seller, ml_order_id });
  // Some are not announced at all and found by looking.
  if (random() < 0.8) await announce(seller, ml_order_id);
}

async function cancel(): Promise<void> {
  const order = pick(sold);
  if (order === undefined) return;
  fake.cancelOrder(order.ml_order_id);
  cancelled.add(order.ml_order_id);
  await announce(order.seller, order.ml_order_id);
}

async function editStock({ user, products }: Seller): Promise<void> {
  const product = pick(products);
  if (product === undefined) return;
  const body = { ...product, estoque: 900 + Math.floor(random() * 100) };
  const answer = await server.call('PUT', `/api/produtos/${product.id}`, { token: user.token, body });
  expect(answer.status, answer.text).toBe(200);
}

/** What happens while the worker works. */
async function life(n: number): Promise<void> {
  const seller = pick(sellers);
  if (seller === undefined) return;
  if (n % 2 === 0) await publish(seller);
  await buy(seller);
  await buy(seller);
  if (n % 5 === 0) await cancel();
  if (n % 7 === 0) await editStock(seller);
}

/** Some calls from now, or once everything is done, and a little later. */
async function fatalMoment(): Promise<void> {
  const countCalls = () => fake.calls().length;
  let seen = countCalls();
  const fatalCall = seen + random() * MOST_CALLS;
  const latest = performance.now() + LONGEST_LIFE;
  let idleSince = performance.now();
  while (countCalls() < fatalCall && performance.now() < latest) {
    const isIdle = countCalls() === seen && performance.now() - idleSince > IDLE_FOR;
    if (isIdle && !(await isAnythingDue())) break;
    if (countCalls() > seen || isIdle) idleSince = performance.now();
    seen = countCalls();
    await soon(LOOK_EVERY);
  }
  await soon(random() * 2 * LOOK_EVERY);
}

/** Also while it is under way. How fast the machine is decides nothing. */
async function isAnythingDue(): Promise<boolean> {
  const due = await queryRows(
    server.db,
    sql`SELECT 1 AS um FROM tarefas WHERE situacao = 'em_andamento' OR (situacao <> 'falhou' AND devida_em <= now())
        UNION ALL SELECT 1 FROM envios_estoque WHERE devido_em <= now()
        UNION ALL SELECT 1 FROM notificacoes WHERE tratada_em IS NULL LIMIT 1`,
  );
  return due.length > 0;
}

const soon = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The database notices a client's death only at its next word: what it was told until then it still does. */
async function untilBuried(): Promise<void> {
  const writers = () =>
    queryRows(
      server.db,
      sql`SELECT 1 AS um FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_xid IS NOT NULL`,
    );
  await expect.poll(writers, { timeout: 10_000, interval: 5 }).toEqual([]);
}

/** Moves every stored moment back, as waiting would. Only while no worker runs. */
async function timePasses(how: string = PAUSE): Promise<void> {
  const pause = sql`${how}::interval`;
  const moved = [
    sql`tarefas SET devida_em = devida_em - ${pause}, tomada_em = tomada_em - ${pause}`,
    sql`envios_estoque SET devido_em = devido_em - ${pause}`,
    sql`limites_chamada SET atualizado_em = atualizado_em - ${pause}, parado_ate = parado_ate - ${pause}`,
    sql`conexoes SET proxima_leitura_em = proxima_leitura_em - ${pause}, pedidos_lidos_ate = pedidos_lidos_ate - ${pause},
      perdidas_lidas_em = perdidas_lidas_em - ${pause}`,
    sql`travas SET ate = ate - ${pause}`,
  ];
  for (const change of moved) await queryRows(server.db, sql`UPDATE ${change}`);
}

/** Makes due what waits. What a worker holds stays as it is: it knows its job by the moment at which it took it. */
async function waitingEnds(): Promise<void> {
  const pause = sql`${PAUSE}::interval`;
  const moved = [
    sql`tarefas SET devida_em = devida_em - ${pause} WHERE tomada_em IS NULL`,
    sql`envios_estoque SET devido_em = devido_em - ${pause}`,
    sql`limites_chamada SET atualizado_em = atualizado_em - ${pause}, parado_ate = parado_ate - ${pause}`,
  ];
  // The worker that lives takes several of these rows in an order of its own.
  for (const change of moved) {
    await retryingDeadlocks(() => queryRows(server.db, sql`UPDATE ${change}`));
  }
}

const openWork = () =>
  queryRows<{ tipo: string; situacao: string; mensagem: string | null }>(
    server.db,
    sql`SELECT tipo, situacao, mensagem FROM tarefas
        UNION ALL SELECT 'outbox', '', NULL FROM envios_estoque
        UNION ALL SELECT 'inbox', '', NULL FROM notificacoes WHERE tratada_em IS NULL`,
  );

/** Whether every account was looked at since time passed for the last time. */
async function lastPoll(): Promise<boolean> {
  const silent = await queryRows(
    server.db,
    sql`SELECT 1 AS um FROM conexoes GROUP BY marketplace
        HAVING least(min(pedidos_lidos_ate), max(perdidas_lidas_em)) < now() - interval '30 minutes'`,
  );
  return silent.length === 0;
}

/** A last worker that is not killed. */
async function finish(): Promise<void> {
  const survivor = await startWorker();
  await timePasses(LONG_PAUSE);
  survivor.begin();
  await expect.poll(lastPoll, { timeout: 30_000, interval: 100 }).toBe(true);
  await expect
    .poll(
      async () => {
        const left = await openWork();
        // What is under way would be ended by a deadlock with the change of what it holds, again and again.
        const isUnderWay = left.some(({ situacao }) => situacao === 'em_andamento');
        if (left.length > 0 && !isUnderWay) await waitingEnds();
        return left;
      },
      { timeout: 300_000, interval: 100 },
    )
    .toEqual([]);
  await survivor.kill();
}

it(`a worker that is killed ${KILLS} times loses no order, doubles none and leaves no work undone`, async () => {
  let next = startWorker();
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const worker = await next;
    next = startWorker();
    worker.begin();
    const end = fatalMoment();
    await Promise.all([end, life(kill)]);
    await worker.kill();
    await untilBuried();
    await timePasses();
  }
  await (await next).kill();
  await finish();
  await expectAllInStep();
  // Else nothing was proven: the workers died before they got anything done.
  expect(sold.length).toBeGreaterThan(KILLS);
  expect(cancelled.size).toBeGreaterThan(0);
  const listings = sellers.flatMap(({ products }) => products).length;
  process.stdout.write(`${KILLS} kills, ${listings} publications, ${sold.length} orders\n`);
}, 1_800_000);

interface OrderRow extends Record<string, unknown> {
  ml_order_id: string;
  status: string;
  requer_atencao: boolean;
}

async function expectAllInStep(): Promise<void> {
  expect(fake.violations).toEqual([]);
  for (const { user, vendedor_id, products } of sellers) {
    expect(await findContradictions({ server, user })).toEqual([]);
    const orders = await queryRows<OrderRow>(
      server.db,
      sql`SELECT ml_order_id, status, requer_atencao FROM pedidos WHERE usuario_id = ${user.id}::uuid ORDER BY 1`,
    );
    const bought = sold.filter(({ seller }) => seller.vendedor_id === vendedor_id);
    const expected = bought.map(({ ml_order_id }) => ({
      ml_order_id,
      status: cancelled.has(ml_order_id) ? 'cancelado' : 'pendente',
      // There was stock for everything, and every listing is known.
      requer_atencao: false,
    }));
    expect(orders).toEqual(expected.sort((a, b) => (a.ml_order_id < b.ml_order_id ? -1 : 1)));
    const listed = await queryRows<{ id_externo: string; estoque: number }>(
      server.db,
      sql`SELECT a.id_externo, p.estoque FROM anuncios a
          JOIN produtos p ON p.usuario_id = a.usuario_id AND p.id = a.produto_id
          WHERE a.usuario_id = ${user.id}::uuid AND a.status = 'publicado' ORDER BY 1`,
    );
    expect(listed).toHaveLength(products.length);
    const there = fake.items(vendedor_id).map((item) => ({
      id_externo: item.id,
      estoque: item.available_quantity,
    }));
    expect(there.sort((a, b) => (a.id_externo < b.id_externo ? -1 : 1))).toEqual(listed);
  }
}

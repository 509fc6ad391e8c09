import { setTimeout as delay } from 'node:timers/promises';
import type { FailureRule } from '@esteira/config/testing/failure-script';
import type { Failure } from '@esteira/config/testing/local-server';
import { seededRandom } from '@esteira/config/vitest/random';
import { FAILURES } from '@esteira/marketplaces/testing/amazon/failures';
import { startFakeAmazon } from '@esteira/marketplaces/testing/amazon/server';
import { startFakeMercadoLivre } from '@esteira/marketplaces/testing/mercado-livre/server';
import { withConnection } from '../harness/database';
import type { Seller } from '../harness/sellers';
import { read } from '../kill/caller';
import { expectSame, post } from './ask';

/** The strict local marketplaces, in a process of their own that answers what it is asked for (market-process.ts). */

/** How long they take for a response, in ms. */
const [FASTEST, SLOWEST] = [80, 800];
/** Of their calls. */
const [LIMITED, BROKEN] = [0.005, 0.002];
/** Of the sales: of the first nothing is said at all, of the others the notification stands among the missed ones. */
const [SILENT, LOST] = [0.002, 0.007];
/** Of the notifications that are sent, half of them as the same and half as another one. */
const REPEATED = 0.15;
const ASIN = 'B000000001';
/** Between two looks at what was to be bought, and at what Amazon was told. */
const LOOK_EVERY_MS = 20;

interface Listing {
  usuarioId: string;
  sku: string;
  /** The account and the item at Mercado Livre, the account at Amazon. */
  ml: string;
  item: string;
  amazon: string;
  /** What both had at first. */
  units: number;
}

/** A unit that was sold at Mercado Livre, and when that was announced (ms since the epoch). */
export interface Sale {
  number: string;
  sku: string;
  at: number;
  isAnnounced: boolean;
}

/** Amazon was told at this moment that so many units of the product are gone. */
export interface Told {
  sku: string;
  sold: number;
  at: number;
}

const random = seededRandom();
const ml = await startFakeMercadoLivre();
const amazon = await startFakeAmazon();
amazon.addCatalogItem({ asin: ASIN, ean: '7890000000017', titulo: 'Produto', marca: null });

const listings = new Map<string, Listing>();
const sales: Sale[] = [];
const told: Told[] = [];
const deliveries = { late: 0, refused: 0 };
let webhook = '';
/** Beyond the time that Mercado Livre's responses take. */
let mlDelayMs = 0;
let selling: NodeJS.Timeout | undefined;

const COMMANDS = {
  /** What the server has to know of them. */
  describe: () => ({
    ML_APP_ID: ml.appId,
    ML_SECRET_KEY: ml.secretKey,
    ML_API_BASE_URL: ml.url,
    ML_AUTH_BASE_URL: ml.url,
    ML_CALLS_PER_HOUR: '9999999',
    AMAZON_LWA_CLIENT_ID: amazon.application.clientId,
    AMAZON_LWA_CLIENT_SECRET: amazon.application.clientSecret,
    AMAZON_SPAPI_BASE_URL: amazon.url,
    AMAZON_LWA_BASE_URL: amazon.url,
    TOKEN_ENCRYPTION_KEY: 'a key that only the benchmark knows, and only here',
  }),
  /** Connects accounts of these sellers by the server itself, and puts their stocked products on sale. */
  connect: async (server: { url: string; databaseUrl: string }, sellers: readonly Seller[]) => {
    ml.registerCallback(`${server.url}/oauth/mercadolivre`);
    webhook = `${server.url}/webhooks/mercadolivre`;
    for (const seller of sellers) await list(server.databaseUrl, seller, await connect(server, seller));
  },
  /** From now on they take their time, limit calls, and sometimes fail. */
  slowDown: () => {
    const limited = { status: 429, headers: { 'retry-after': '2' } };
    ml.fail(drawFailures(limited, { path: /^\/(?!oauth)/, moreMs: () => mlDelayMs }));
    amazon.fail(drawFailures(FAILURES.quotaExceeded));
  },
  /** Mercado Livre takes so much longer for each response from now on. */
  delayMercadoLivre: (ms: number) => {
    mlDelayMs = ms;
  },
  /** Buys so many products of one seller, one unit each, and announces them all. */
  buy: async (usuarioId: string, count: number) => {
    const own = [...listings.values()].filter((each) => each.usuarioId === usuarioId);
    for (let n = 0; n < count; n += 1) await sell(own, 1);
  },
  /** Buys so many a second of all products of these sellers; 0 for no more. */
  sell: (usuarioIds: readonly string[], perSecond: number) => {
    clearInterval(selling);
    const those = new Set(usuarioIds);
    const own = [...listings.values()].filter(({ usuarioId }) => those.has(usuarioId));
    const since = performance.now();
    let begun = 0;
    selling = setInterval(() => {
      for (; begun < ((performance.now() - since) / 1000) * perSecond; begun += 1) void sell(own);
    }, LOOK_EVERY_MS);
  },
  /** What happened, and how many units both have of each product. */
  report: () => {
    const accounts = [...new Set([...listings.values()].map((each) => each.amazon))];
    const atAmazon = new Map(
      accounts.flatMap((account) =>
        amazon.listingsOf(account).map(({ sku, attributes }) => [sku, quantityIn(attributes)] as const),
      ),
    );
    const stocks = [...listings.values()].map(({ sku, item }) => ({
      sku,
      there: [ml.item(item).available_quantity, atAmazon.get(sku) ?? 0],
    }));
    return { sales, told, deliveries, stocks, violations: [...ml.violations, ...amazon.violations] };
  },
};

export type Commands = typeof COMMANDS;

/** Its failure is another one for each call that it meets. A refresh token would be lost with a response of `/oauth`. */
const drawFailures = (limit: Failure, { path = /./, moreMs = (): number => 0 } = {}): FailureRule => ({
  times: Number.POSITIVE_INFINITY,
  path,
  get failure() {
    const draw = random();
    if (draw < LIMITED) return limit;
    if (draw < LIMITED + BROKEN) return draw < LIMITED + BROKEN / 2 ? { status: 503 } : 'lose_answer';
    return { delayMs: FASTEST + random() * (SLOWEST - FASTEST) + moreMs() };
  },
});

/** As a seller's browser does; answers the account's id at each. */
async function connect(server: { url: string }, seller: Seller) {
  const vendedor_id = ml.registerSeller();
  const input = { marketplace: 'mercadolivre' };
  const begun = await post(server, '/trpc/integrations.connect', { seller, body: input });
  const url = String(read(begun, 'url'));
  const state = new URL(url).searchParams.get('state');
  // Its name depends on the address that sellers come by.
  const cookie = ['esteira_conexao', '__Host-esteira_conexao'].map((name) => `${name}=${state}`).join('; ');
  const back = await fetch(ml.consent(url, vendedor_id), {
    headers: { cookie },
    redirect: 'manual',
  });
  const outcome = new URL(back.headers.get('location') ?? '', server.url).searchParams.get('conexao');
  expectSame('how a consent ended', outcome, 'ok');
  const { vendedor_id: merchant, refresh_token } = amazon.connectSeller();
  const body = { marketplace: 'amazon', vendedor_id: merchant, refresh_token };
  await post(server, '/trpc/integrations.adopt', { seller, body });
  return { ml: vendedor_id, amazon: merchant };
}

async function list(databaseUrl: string, { id, stocked }: Seller, account: { ml: string; amazon: string }) {
  await withConnection(databaseUrl, async (sql) => {
    const products = await sql<{ id: string; sku: string; nome: string; estoque: number; preco: number }[]>`
      SELECT id, sku, nome, estoque, preco_venda_ml::int AS preco FROM produtos
      WHERE usuario_id = ${id} AND id = ANY(${stocked}::uuid[])`;
    const rows = products.flatMap(({ id: produto_id, sku, nome, estoque, preco }) => {
      const about = { titulo: nome, sku, preco_centavos: preco, estoque };
      const item = ml.seedListing(account.ml, about);
      const attributes = {
        fulfillment_availability: [{ fulfillment_channel_code: 'DEFAULT', quantity: estoque }],
      };
      amazon.seedListing(account.amazon, { sku, asin: ASIN, attributes });
      listings.set(sku, { usuarioId: id, sku, ...account, item, units: estoque });
      return [
        { produto_id, marketplace: 'mercadolivre', id_externo: item },
        { produto_id, marketplace: 'amazon', id_externo: sku },
      ];
    });
    await sql`UPDATE produtos SET publicado_ml = true, publicado_amazon = true,
        preco_venda_amazon = coalesce(preco_venda_amazon, preco_venda_ml)
      WHERE usuario_id = ${id} AND id = ANY(${stocked}::uuid[])`;
    await sql`INSERT INTO anuncios (usuario_id, produto_id, marketplace, id_externo, status, modo)
      SELECT ${id}, produto_id, marketplace, id_externo, 'publicado', 'real'
      FROM jsonb_to_recordset(${sql.json(rows)}) AS novo(produto_id uuid, marketplace text, id_externo text)`;
  });
}

/** Lets a buyer pay for one unit of a product, and announces that, as `draw` says perhaps not at all. */
async function sell(own: readonly Listing[], draw = random()): Promise<void> {
  const listing = own[Math.floor(random() * own.length)];
  if (listing === undefined) throw new Error('There is nothing on sale.');
  const { ml: vendedor_id, item, sku } = listing;
  const itens = [{ anuncio: item, quantidade: 1 }];
  const { ml_order_id: number } = ml.createPaidOrder({ vendedor_id, itens });
  sales.push({ number, sku, at: Date.now(), isAnnounced: draw >= LOST });
  const notice = { vendedor_id, recurso: `/orders/${number}` };
  if (draw < SILENT) return;
  if (draw < LOST) return ml.missNotification(notice);
  const { _id } = await announce(notice);
  if (random() >= REPEATED) return;
  await delay(random() * 5_000);
  await announce(random() < 0.5 ? { ...notice, _id } : notice);
}

async function announce(notice: Parameters<typeof ml.sendNotification>[1]) {
  const delivery = await ml.sendNotification(webhook, notice);
  if (delivery.status !== 200) deliveries.refused += 1;
  else if (!delivery.em_tempo) deliveries.late += 1;
  return delivery;
}

/** Amazon notes its calls; those that were noted are taken away, so that they do not pile up. */
setInterval(() => {
  for (const { operation, path, body } of amazon.calls.splice(0)) {
    const patches = operation === 'patchListingsItem' ? (read(body, 'patches') as object[]) : [];
    const stock = patches.find((patch) => String(read(patch, 'path')).endsWith('fulfillment_availability'));
    const listing = listings.get(path['sku'] ?? '');
    if (stock === undefined || listing === undefined) continue;
    const [{ quantity = 0 } = {}] = read(stock, 'value') as { quantity?: number }[];
    told.push({ sku: listing.sku, sold: listing.units - quantity, at: Date.now() });
  }
}, LOOK_EVERY_MS);

function quantityIn(attributes: unknown): number {
  const [row] = (read(attributes, 'fulfillment_availability') ?? []) as unknown[];
  return Number(read(row, 'quantity'));
}

process.on('message', ({ id, name, input }: { id: number; name: keyof Commands; input: never[] }) => {
  const run = COMMANDS[name] as (...given: never[]) => unknown;
  const respond = (response: object) => process.send?.({ id, ...response });
  Promise.resolve()
    .then(() => run(...input))
    .then(
      (result) => respond({ result }),
      (error: unknown) => respond({ problem: String(error) }),
    );
});
// It does not outlive who asks.
process.once('disconnect', () => process.exit());
process.send?.({ id: 0 });

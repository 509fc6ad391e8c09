import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { withConnection } from '../harness/database';
import { freePort, residentMb, type Server, startApi } from '../harness/processes';
import { logIn } from '../harness/sellers';
import type { Place } from '../load/loaded';
import type { Shop } from './act';
import { type Sources, type Span, within } from './figures';
import { type Marketplaces, startMarketplaces } from './market-process';
import { compareOrders, drain, lookAtAll } from './outcome';
import { listReads } from './reads';
import { scaleActs, startActs } from './run-acts';
import { openStreams } from './streams';
import { type Sample, watch } from './watch';
import { backups, listWrites } from './writes';

export interface Options {
  sellers: number;
  /** Sales a second, and for how many minutes. */
  rate: number;
  minutes: number;
  /** Acts of people a second. */
  people: number;
  /** How many rising rates there are at most, and for how many minutes each. */
  stages: number;
  stageMinutes: number;
}

export interface Stage extends Span {
  rate: number;
}

export interface Peak extends Sources, Options {
  /** Resident when the server was ready, before the first request, in MB. */
  startedMb: number;
  streams: number;
  /** People alone; then with sales at the rate, and with ever more. */
  quiet: Span;
  steady: Stage;
  rising: readonly Stage[];
  problems: readonly string[];
  faults: readonly string[];
}

/** People's acts alone, for a comparison. */
const QUIET_MINUTES = 2;
const STREAMS = 200;
const RISE = 1.25;
/** The server no longer keeps up where something waits for longer than so many seconds. */
const MAX_DELAY = 60;
const LOAD_PRIORITY = 5;

/** Serves people and sales on a loaded database. */
export async function runPeak({ databaseUrl, folder }: Place, options: Options): Promise<Peak> {
  const market = await startMarketplaces();
  const metricsPort = await freePort();
  const variables = { ...(await market.ask('describe')), ...(await readAllocatorSettings()) };
  const api = await startApi({
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    METRICS_PORT: String(metricsPort),
    ...variables,
  });
  try {
    giveWay(market);
    const startedMb = residentMb(api.pid);
    const begun = new Date();
    const shop = await openShop({ api, databaseUrl, folder }, market, options.sellers);
    const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    return { startedMb, ...(await load({ shop, market, metricsUrl, begun }, options)) };
  } finally {
    await api.stop();
    market.stop();
  }
}

/** The server goes first, as if load and marketplaces were elsewhere. Holds for what this process starts later too. */
export function giveWay({ pid }: Marketplaces): void {
  for (const each of [0, pid]) setPriority(each, LOAD_PRIORITY);
}

/** Signs everybody in, connects their accounts, and waits until these were looked through for the first time. */
export async function openShop(
  where: Place & { api: Server },
  market: Marketplaces,
  count: number,
): Promise<Shop> {
  const { api, databaseUrl } = where;
  console.log(`Signing ${count} sellers in and connecting their accounts…`);
  const sellers = await logIn(api, databaseUrl, count);
  const begun = new Date();
  await market.ask('connect', { url: api.url, databaseUrl }, sellers);
  await withConnection(databaseUrl, (sql) => drain(sql, begun));
  const [quiet, bulk, ...busy] = sellers;
  if (quiet === undefined || bulk === undefined) throw new Error('A seller is missing.');
  return { ...where, quiet, bulk, busy };
}

interface Ground {
  shop: Shop;
  market: Marketplaces;
  metricsUrl: string;
  begun: Date;
}

async function load({ shop, market, metricsUrl, begun }: Ground, options: Options) {
  const problems: string[] = [];
  const note = (problem: string) => {
    problems.push(problem);
    if (problems.length <= 20) console.error(problem);
  };
  const streams = await openStreams(shop.api, shop.busy.slice(0, STREAMS), note);
  const acts = [...(await listReads(shop)), ...(await listWrites(shop, market, streams.arrived))];
  await market.ask('slowDown');
  const sql = postgres(shop.databaseUrl, { max: 1, onnotice: () => undefined });
  const watching = watch(shop.api, metricsUrl, sql);
  const people = startActs(scaleActs(acts, options.people), note);
  const { backups: backedUp, ...spans } = await sellOn(
    { shop, market, samples: watching.samples, note },
    options,
  );
  await people.stop();
  const outcome = await finish(shop.databaseUrl, market, begun);
  await watching.stop();
  await sql.end();
  streams.close();
  const { samples } = watching;
  const measured = { ...outcome, samples, heardAt: streams.heardAt, done: [...people.done, ...backedUp] };
  return { ...options, ...spans, ...measured, problems, streams: Math.min(STREAMS, shop.busy.length) };
}

interface Selling extends Pick<Ground, 'shop' | 'market'> {
  samples: readonly Sample[];
  note: (problem: string) => void;
}

/** People alone, then the rate for its minutes, then ever more until the server no longer keeps up. */
async function sellOn({ shop, market, samples, note }: Selling, options: Options) {
  const ids = shop.busy.map(({ id }) => id);
  const stage = async (rate: number, minutes: number): Promise<Stage> => {
    console.log(`${rate} sales a second for ${minutes} minutes…`);
    const from = Date.now();
    await market.ask('sell', ids, rate);
    await delay(minutes * 60_000);
    return { rate, from, to: Date.now() };
  };
  const quiet = await stage(0, Math.min(QUIET_MINUTES, options.minutes));
  const backup = startActs([backups(shop)], note);
  const steady = await stage(options.rate, options.minutes);
  await backup.stop();
  const rising: Stage[] = [];
  for (let last = steady; rising.length < options.stages && keepsUp(samples, last); ) {
    last = await stage(Math.round(last.rate * RISE), options.stageMinutes);
    rising.push(last);
  }
  await market.ask('sell', ids, 0);
  return { quiet, steady, rising, backups: backup.done };
}

export const keepsUp = (samples: readonly Sample[], span: Span): boolean =>
  within(samples, span).every(({ unread, untold }) => Math.max(unread, untold) <= MAX_DELAY);

/** Lets the server do what is left, and finds the orders that were not announced. */
export async function finish(databaseUrl: string, market: Marketplaces, begun: Date) {
  console.log('Waiting until nothing is left to be done…');
  return withConnection(databaseUrl, async (sql) => {
    const ended = new Date();
    await lookAtAll(sql);
    const left = await drain(sql, ended);
    const report = await market.ask('report');
    const { stored, faults } = await compareOrders(sql, begun, report);
    return { report, stored, faults: [...left.map((what) => `not done: ${what}`), ...faults] };
  });
}

const IMAGE = new URL('../../../docker/Dockerfile', import.meta.url);

/** What the image tells the C library of memory, so that the server is measured as it is run there. */
async function readAllocatorSettings(): Promise<Record<string, string>> {
  const settings = [...(await readFile(IMAGE, 'utf8')).matchAll(/\b(MALLOC_\w+)=(\S+)/g)];
  if (settings.length === 0) throw new Error('docker/Dockerfile sets nothing of the C library.');
  return Object.fromEntries(settings.map(([, name = '', value = '']) => [name, value]));
}

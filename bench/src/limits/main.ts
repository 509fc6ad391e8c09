import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  createDatabase,
  createEmptyDatabase,
  databaseUrl,
  dropDatabase,
  withConnection,
} from '../harness/database';
import { type Server, startApi, startBare } from '../harness/processes';
import { writeLimitsResults } from '../harness/results-file';
import { logIn } from '../harness/sellers';
import { FULL, type Size, SMALL } from '../harness/size';
import { load } from '../load/load';
import { verifyLedgers } from '../load/verify';
import { databaseClock } from '../servers/database-cpu';
import type { Bench, Both } from './bench';
import { weigh } from './bytes';
import { fillBare } from './fill';
import { measureSlowFlush } from './flush';
import { measureImports } from './imports';
import { describeLimits } from './report';
import { measureRequests } from './requests';
import { toBareSellers } from './sellers';
import { verifyBare, verifyFilling } from './verify';

const PRODUCT = 'esteira_bench_limites';
const BARE = 'esteira_bench_limites_simples';

interface Options {
  size: Size;
  reuse: boolean;
  keep: boolean;
  only: string | undefined;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      small: { type: 'boolean', default: false },
      reuse: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      only: { type: 'string' },
    },
  });
  const { small, reuse, keep, only } = values;
  return { size: small ? SMALL : FULL, reuse, keep, only: only?.toLowerCase() };
}

async function main(): Promise<void> {
  const server = process.env['BENCH_DATABASE_URL'];
  if (server === undefined)
    throw new Error('BENCH_DATABASE_URL is missing: start this with `npm run bench:limits`.');
  const options = readOptions();
  const folder = await mkdtemp(join(tmpdir(), 'esteira-limits-'));
  try {
    const { urls, loadMs } = await prepareData(server, options);
    const databaseCpuMs = await databaseClock(server);
    await measure({ urls, folder, size: options.size, databaseCpuMs }, options, loadMs);
  } finally {
    await rm(folder, { recursive: true, force: true });
    if (!options.keep && !options.reuse) for (const name of [PRODUCT, BARE]) await dropDatabase(server, name);
  }
}

async function prepareData(
  server: string,
  { size, reuse }: Options,
): Promise<{ urls: Both<string>; loadMs: number | null }> {
  const urls = { product: databaseUrl(server, PRODUCT), bare: databaseUrl(server, BARE) };
  if (reuse) return { urls, loadMs: null };
  console.log(`Loading ${size.orders.toLocaleString('en-US')} orders…`);
  const startedAt = performance.now();
  await createDatabase(server, PRODUCT);
  const { sellers, products, orders } = size;
  await load(urls.product, { sellers, products, orders });
  const loadMs = performance.now() - startedAt;
  console.log('Filling the bare database…');
  await createEmptyDatabase(server, BARE);
  await fillBare(urls.product, urls.bare);
  await verifyFilling(urls.product, urls.bare);
  await verifyBare(urls.bare);
  return { urls, loadMs };
}

async function measure(bench: Bench, options: Options, loadMs: number | null): Promise<void> {
  const { urls, size } = bench;
  const weights = { product: await weigh(urls.product, 'pedidos'), bare: await weigh(urls.bare, 'pedidos') };
  const { only = '' } = options;
  const [busy = Number.NaN] = loadavg();
  const { jobs, sellers } = await measureJobs(bench, only);
  if (options.only !== undefined && !'flush'.includes(only)) return;
  const flush = await measureSlowFlush(bench, sellers);
  await withConnection(urls.product, verifyLedgers);
  await verifyBare(urls.bare);
  const text = await describeLimits({ size, loadMs, busy, jobs, flush, weights }, urls.product);
  console.log(`\n${text}`);
  // A smoke run's figures would only mislead.
  if (size.name === 'full' && options.only === undefined) await writeLimitsResults(text);
}

async function measureJobs(bench: Bench, only: string) {
  const { urls, folder, size } = bench;
  const started: Server[] = [];
  try {
    const product = await startApi(urls.product, folder);
    started.push(product);
    const bare = await startBare(urls.bare, 'limits/bare-server.ts');
    started.push(bare);
    const known = await logIn(product, urls.product, size.sellers);
    const sellers = { product: known, bare: await toBareSellers(urls.bare, known) };
    const cast = { servers: { product, bare }, sellers };
    const requests = await measureRequests(bench, cast, only);
    return { sellers, jobs: [...requests, ...(await measureImports(bench, cast, only))] };
  } finally {
    for (const server of started) await server.stop();
  }
}

await main();

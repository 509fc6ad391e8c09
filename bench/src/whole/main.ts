import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Sql } from 'postgres';
import { type Comparison, compareJob } from '../harness/compare';
import { createDatabase, databaseUrl, dropDatabase, withConnection } from '../harness/database';
import { drive } from '../harness/drive';
import { dashboardCall, type Job, readJobs, saleJob } from '../harness/jobs';
import { type Server, startApi, startBare } from '../harness/processes';
import { writeMainResults } from '../harness/results-file';
import { logIn, type Seller } from '../harness/sellers';
import { FULL, SMALL } from '../harness/size';
import { load } from '../load/load';
import { NOBODY } from '../load/shape';
import { verifyLedgers } from '../load/verify';
import { compareSteady, measureScale } from '../scale/scale-run';
import { isWork, measureWorkday, WORK } from '../workday/workday';
import { type Bench, CONNECTIONS, judgeAll, type Options, printResult, toSchedule } from './bench';
import { verifyExactness } from './exactness';
import { compareImports } from './import';
import { judge, type Results, toMarkdown } from './report';

const MANY = 'esteira_bench_muitos';
const FEW = 'esteira_bench_poucos';
const ACTIVE_SELLERS = 40;

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      small: { type: 'boolean', default: false },
      reuse: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      only: { type: 'string' },
      orders: { type: 'string' },
    },
  });
  const { reuse, keep, only, orders } = values;
  const size = values.small ? SMALL : FULL;
  if (orders === undefined) return { size, reuse, keep, only, isScale: false };
  if (!/^[1-9]\d{3,8}$/.test(orders)) throw new Error(`--orders takes a number from 1000 on: ${orders}`);
  return { size: { ...size, orders: Number(orders) }, reuse, keep, only, isScale: true };
}

async function main(): Promise<void> {
  const server = process.env['BENCH_DATABASE_URL'];
  if (server === undefined)
    throw new Error('BENCH_DATABASE_URL is missing: start this with `npm run bench`.');
  const options = readOptions();
  const folder = await mkdtemp(join(tmpdir(), 'esteira-bench-'));
  try {
    const bench = { options, server, folder, ...(await prepareData(server, options)) };
    await measure(bench);
  } finally {
    await rm(folder, { recursive: true, force: true });
    if (!options.keep && !options.reuse) for (const name of [MANY, FEW]) await dropDatabase(server, name);
  }
}

async function prepareData(server: string, { size, reuse }: Options) {
  if (reuse) return { manyUrl: databaseUrl(server, MANY), fewUrl: databaseUrl(server, FEW), loadMs: null };
  console.log(`Loading ${size.orders.toLocaleString('en-US')} orders…`);
  const startedAt = performance.now();
  const manyUrl = await createDatabase(server, MANY);
  await load(manyUrl, size);
  const loadMs = performance.now() - startedAt;
  const fewUrl = await createDatabase(server, FEW);
  await load(fewUrl, { ...NOBODY, steady: size.steady });
  return { manyUrl, fewUrl, loadMs };
}

async function measure(bench: Bench): Promise<void> {
  const { options, manyUrl, folder } = bench;
  const servers: Server[] = [];
  const started = async (starting: Promise<Server>) => {
    const server = await starting;
    servers.push(server);
    return server;
  };
  try {
    const api = await started(startApi(manyUrl, folder));
    if (options.isScale || options.only === 'scale') {
      await measureScale(bench, { api, few: await started(startApi(bench.fewUrl, folder)) });
      return;
    }
    const bare = await started(startBare(manyUrl));
    const sellers = await logIn(api, manyUrl, Math.min(ACTIVE_SELLERS, options.size.sellers));
    if (options.only !== undefined) {
      await measureOnly(bench, options.only, { api, bare, sellers });
      return;
    }
    const few = await started(startApi(bench.fewUrl, folder));
    const results = await measureAll(bench, { api, bare, few, sellers });
    await withConnection(manyUrl, verifyLedgers);
    await publish(results, bench);
  } finally {
    for (const server of servers) await server.stop();
  }
}

interface Cast {
  api: Server;
  bare: Server;
  /** The API over the database with few orders. */
  few: Server;
  sellers: Seller[];
}

async function measureOnly(bench: Bench, only: string, { api, bare, sellers }: Omit<Cast, 'few'>) {
  const { options, manyUrl, folder } = bench;
  const [largest, ...others] = sellers;
  const importer = others.at(-1);
  if (largest === undefined || importer === undefined) throw new Error('Too few sellers.');
  const work = { api, databaseUrl: manyUrl, folder, size: options.size, connections: CONNECTIONS };
  const [part = '', named = ''] = only.split(':');
  if (only === 'import') console.log(await compareImports({ ...work, seller: importer }));
  else if (isWork(part)) await WORK[part]({ ...work, largest, importer, named });
  else await measureJobs([api, bare], sellers, bench);
}

async function measureAll(bench: Bench, { api, bare, few, sellers }: Cast): Promise<Results> {
  const { options, manyUrl, folder, loadMs } = bench;
  const { size } = options;
  const scale = await compareSteady(bench, { api, few });
  const jobs = await measureJobs([api, bare], sellers, bench);
  const [largest, ...others] = sellers;
  const importer = others.at(-1);
  if (largest === undefined || importer === undefined) throw new Error('Too few sellers.');
  const largestDashboard = await drive(api, {
    calls: [dashboardCall(largest)],
    seconds: size.secondsPerRound * 2,
    connections: CONNECTIONS,
  });
  const exactReads = await verifyExactness(api, manyUrl, largest);
  console.log('CSV import…');
  const work = { api, databaseUrl: manyUrl, folder, size, connections: CONNECTIONS };
  const imports = await compareImports({ ...work, seller: importer });
  const workday = await measureWorkday({ ...work, largest, importer });
  return { size, loadMs, jobs, scale, largestDashboard, exactReads, imports, workday };
}

async function measureJobs(
  servers: readonly [Server, Server],
  sellers: readonly Seller[],
  { options: { size, only }, manyUrl }: Bench,
): Promise<Comparison[]> {
  const wanted = ({ name }: Job) => only === undefined || name.toLowerCase().includes(only.toLowerCase());
  const settle = () => withConnection(manyUrl, mergeSales);
  const jobs = [...readJobs(sellers), { ...saleJob(sellers), settle }].filter(wanted);
  const results: Comparison[] = [];
  for (const job of jobs) results.push(printResult(await compareJob(job, servers, toSchedule(size))));
  return results;
}

/** What sales leave to be merged into the search's index, the API's and the bare server's alike. */
async function mergeSales(sql: Sql): Promise<void> {
  await sql`SELECT gin_clean_pending_list('buscas_pedidos_gramas'::regclass)`;
}

async function publish(results: Results, { options, manyUrl }: Bench): Promise<void> {
  const text = await toMarkdown(results, manyUrl);
  console.log(`\n${text}`);
  // A smoke run's figures would only mislead.
  if (options.size.name !== 'full') return;
  await writeMainResults(text);
  judgeAll(judge(results));
}

await main();

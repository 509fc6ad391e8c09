import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDatabase, dropDatabase, withConnection } from '../database';
import { dashboardCall, orderPages, productPages, saleJob } from '../jobs';
import { load } from '../load/load';
import { filterCall } from '../order-filters';
import { machine } from '../report-parts';
import { writeServersResults } from '../results-file';
import { logIn, type Seller } from '../sellers';
import { count, ms, table } from '../table';
import { databaseClock } from './database-cpu';
import { compareGroups, type Group, type GroupRound, startGroup } from './group';

const DATABASE = 'esteira_bench_servidores';
const SHAPE = { sellers: 100, products: 20_000, orders: 100_000 };
const SMALL_SHAPE = { sellers: 10, products: 2_000, orders: 5_000 };
const SIZES = [1, 2, 4, 8];
const CONNECTIONS = 16;
/** Selling servers, and how many sales they have in hand at once. */
const SELLING = { servers: 2, connections: 64 };
const FLUSH_MS = 2;
/** What four servers may cost for each request, where one costs 1. */
const MOST = 1.1;

/** What a job costs with each number of servers, in the order of `SIZES`. */
interface JobResult {
  job: string;
  rounds: GroupRound[];
}

async function main(): Promise<void> {
  const server = process.env['BENCH_DATABASE_URL'];
  if (server === undefined)
    throw new Error('BENCH_DATABASE_URL is missing: start this with `npm run bench:servers`.');
  const { values } = parseArgs({ options: { small: { type: 'boolean', default: false } } });
  const shape = values.small ? SMALL_SHAPE : SHAPE;
  const folder = await mkdtemp(join(tmpdir(), 'esteira-servers-'));
  try {
    const url = await createDatabase(server, DATABASE);
    console.log(`Loading ${count(shape.orders)} orders…`);
    await load(url, shape);
    const schedule = values.small ? { seconds: 1, rounds: 2 } : { seconds: 3, rounds: 5 };
    const bench = {
      url,
      folder,
      sellers: shape.sellers,
      databaseCpuMs: await databaseClock(server),
      ...schedule,
    };
    const jobs = await measureSizes(bench);
    const text = await describe(url, jobs, await measureFlush(bench));
    console.log(text);
    if (!values.small) await writeServersResults(text);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await dropDatabase(server, DATABASE);
  }
}

interface ServersBench {
  url: string;
  folder: string;
  sellers: number;
  databaseCpuMs: () => number;
  seconds: number;
  rounds: number;
}

/** Each job on one server, on two, and so on, in turns. */
async function measureSizes(bench: ServersBench): Promise<JobResult[]> {
  const { url, folder, rounds } = bench;
  return withGroups(
    SIZES.map((size) => () => startGroup(url, folder, size)),
    async (groups) => {
      const sellers = await signIn(groups, bench);
      const results: JobResult[] = [];
      for (const [job, calls] of listJobs(sellers)) {
        const result = await compareGroups(groups, { ...bench, calls, connections: CONNECTIONS }, rounds);
        console.log(`${job}: ${result.map(({ serverCpuMs }) => ms(serverCpuMs)).join(', ')}`);
        results.push({ job, rounds: result });
      }
      return results;
    },
  );
}

const listJobs = (sellers: readonly Seller[]) =>
  [
    ['Product page of 50', productPages(sellers)],
    ['Order page of 50', orderPages(sellers)],
    ['Orders with counts', sellers.map((seller) => filterCall(seller, {}))],
    ['Dashboard', sellers.map(dashboardCall)],
    ['Simulated sale', saleJob(sellers).calls],
  ] as const;

/** Sales as PostgreSQL comes, and where every commit waits before it is flushed. */
async function measureFlush(bench: ServersBench): Promise<GroupRound[]> {
  const { url, folder, rounds } = bench;
  const start = () => startGroup(url, folder, SELLING.servers);
  // For connections that are opened from now on.
  const waiting = async () => {
    await setForDatabase(url, `commit_delay = ${FLUSH_MS * 1000}`);
    await setForDatabase(url, 'commit_siblings = 0');
    return start();
  };
  return withGroups([start, waiting], async (groups) => {
    const { calls } = saleJob(await signIn(groups, bench));
    return compareGroups(groups, { ...bench, calls, connections: SELLING.connections }, rounds);
  });
}

const setForDatabase = (url: string, setting: string) =>
  withConnection(url, (sql) => sql.unsafe(`ALTER DATABASE ${DATABASE} SET ${setting}`));

function signIn(groups: readonly Group[], { url, sellers }: ServersBench): Promise<Seller[]> {
  const [first] = groups.flat();
  if (first === undefined) throw new Error('No server was started.');
  return logIn(first, url, sellers);
}

async function withGroups<T>(
  starting: readonly (() => Promise<Group>)[],
  work: (groups: readonly Group[]) => Promise<T>,
): Promise<T> {
  const groups: Group[] = [];
  try {
    for (const start of starting) groups.push(await start());
    return await work(groups);
  } finally {
    for (const server of groups.flat()) await server.stop();
  }
}

async function describe(
  url: string,
  jobs: readonly JobResult[],
  flush: readonly GroupRound[],
): Promise<string> {
  const cost = ({ serverCpuMs, databaseCpuMs }: GroupRound) => serverCpuMs + databaseCpuMs;
  const ratio = ({ rounds }: JobResult) => {
    const [one, four] = [rounds[SIZES.indexOf(1)], rounds[SIZES.indexOf(4)]];
    return one === undefined || four === undefined ? Number.NaN : cost(four) / cost(one);
  };
  return [
    `Written by \`npm run bench:servers\`. ${await machine(url)}`,
    `${CONNECTIONS} connections in all, divided among the servers. Milliseconds of processor time for each request, of the servers and of PostgreSQL.`,
    table(
      [
        'job',
        ...SIZES.map((size) => (size === 1 ? '1 server' : `${size} servers`)),
        '4 against 1',
        `at most ${MOST}`,
      ],
      jobs.map((job) => [
        job.job,
        ...job.rounds.map(({ serverCpuMs, databaseCpuMs }) => `${ms(serverCpuMs)} + ${ms(databaseCpuMs)}`),
        ratio(job).toFixed(2),
        ratio(job) <= MOST ? 'yes' : '**no**',
      ]),
    ),
    `Sales of 100 sellers on ${SELLING.servers} servers with ${SELLING.connections} connections, where a commit is flushed at once and where it waits ${FLUSH_MS} ms first:`,
    table(
      ['flush', 'sales per second', 'p95', 'servers', 'PostgreSQL'],
      flush.map((round, at) => [
        at === 0 ? 'at once' : `after ${FLUSH_MS} ms`,
        count(round.requestsPerSecond),
        ms(round.p95),
        ms(round.serverCpuMs),
        ms(round.databaseCpuMs),
      ]),
    ),
  ].join('\n\n');
}

await main();

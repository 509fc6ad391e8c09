import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDatabase, databaseUrl, dropDatabase, withConnection } from '../harness/database';
import { startApi } from '../harness/processes';
import { writeProfileResults } from '../harness/results-file';
import { logIn, type Seller } from '../harness/sellers';
import { count, table } from '../harness/table';
import { load } from '../load/load';
import { databaseClock } from '../servers/database-cpu';
import { machine } from '../whole/report-parts';
import { DATABASE_PHASES } from './database-phases';
import { KINDS } from './frame-kinds';
import { listProfiledJobs, type ProfiledJob } from './jobs';
import { type Cost, type Measuring, measureCost, profileJobs } from './measure';

const DATABASE = 'esteira_bench_perfil';
const SHAPE = { sellers: 100, products: 20_000, orders: 100_000 };
const SECONDS = 4;

/** Where the time of each request goes: profiles of the server, and samples of PostgreSQL where `perf` is there. */
async function main(): Promise<void> {
  const server = process.env['BENCH_DATABASE_URL'];
  if (server === undefined)
    throw new Error('BENCH_DATABASE_URL is missing: start this with `npm run bench:profile`.');
  const { values } = parseArgs({ options: { database: { type: 'string' } } });
  const folder = await mkdtemp(join(tmpdir(), 'esteira-profile-'));
  try {
    const url = values.database === undefined ? await fill(server) : databaseUrl(server, values.database);
    const databaseCpuMs = await databaseClock(server);
    const held = await describeData(url);
    const text = await measureAll({ url, folder, seconds: SECONDS, databaseCpuMs }, held);
    console.log(text);
    await writeProfileResults(text);
  } finally {
    await rm(folder, { recursive: true, force: true });
    if (values.database === undefined) await dropDatabase(server, DATABASE);
  }
}

async function fill(server: string): Promise<string> {
  const url = await createDatabase(server, DATABASE);
  console.log(`Loading ${count(SHAPE.orders)} orders…`);
  await load(url, SHAPE);
  return url;
}

function describeData(url: string): Promise<string> {
  return withConnection(url, async (sql) => {
    const [row] = await sql<{ orders: string; products: string }[]>`
      SELECT (SELECT count(*) FROM pedidos) AS orders, (SELECT count(*) FROM produtos) AS products`;
    return `The database held ${count(Number(row?.orders))} orders and ${count(Number(row?.products))} products before.`;
  });
}

/** What each job costs is measured on one server, and where that goes on another one, which V8 looks into. */
async function measureAll(measuring: Measuring, held: string): Promise<string> {
  const { url, folder } = measuring;
  const costs: Cost[] = [];
  const api = await startApi(url, folder);
  let jobs: ProfiledJob[];
  try {
    const [first, ...others] = await logIn(api, url, SHAPE.sellers);
    jobs = await listProfiledJobs({ url, folder, sellers: [first as Seller, ...others] });
    for (const job of jobs) costs.push(await measureCost(api, job, measuring));
  } finally {
    await api.stop();
  }
  const shares = await profileJobs(jobs, measuring);
  return describe(
    `${await machine(url)} ${held}`,
    jobs.map(({ name }, at) => ({ name, cost: costs[at] as Cost, shares: shares[at] ?? new Map() })),
  );
}

interface Profiled {
  name: string;
  cost: Cost;
  shares: ReadonlyMap<string, number>;
}

function describe(place: string, jobs: readonly Profiled[]): string {
  const heads = jobs.map(({ name }) => name);
  const parts = (names: readonly string[], part: (job: Profiled, name: string) => number) =>
    names.map((name) => [name, ...jobs.map((job) => count(part(job, name)))]);
  return [
    `Written by \`npm run bench:profile\`. ${place}`,
    `Microseconds of the server's processor time for each request, all its threads together: as \`/proc\` tells them without a profile, divided as a profile of ${SECONDS} s tells it.`,
    table(
      ['server', ...heads],
      [
        ...parts(KINDS, ({ cost, shares }, kind) => (shares.get(kind) ?? 0) * cost.serverUs),
        ['**all**', ...jobs.map(({ cost }) => `**${count(cost.serverUs)}**`)],
      ],
    ),
    'The same of PostgreSQL, by samples of its stacks, and what it writes to its log of changes:',
    table(
      ['PostgreSQL', ...heads],
      [
        ...(jobs.every(({ cost }) => cost.phases !== null)
          ? parts(DATABASE_PHASES, ({ cost }, phase) => (cost.phases?.get(phase) ?? 0) * cost.databaseUs)
          : []),
        ['**all**', ...jobs.map(({ cost }) => `**${count(cost.databaseUs)}**`)],
        ['bytes of log', ...jobs.map(({ cost }) => count(cost.logBytes))],
        ['whole pages in it', ...jobs.map(({ cost }) => cost.logPages.toFixed(1))],
      ],
    ),
  ].join('\n\n');
}

await main();

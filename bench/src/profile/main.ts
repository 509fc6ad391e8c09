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
import { listProfiledJobs, type ProfiledJob } from './jobs';
import { type Cost, type Measuring, measureCost, profileJobs } from './measure';
import { SERVER_PARTS, type ServerPart } from './server-parts';
import { canSample } from './stacks';

const DATABASE = 'esteira_bench_perfil';
const SHAPE = { sellers: 100, products: 20_000, orders: 100_000 };
const SECONDS = 4;

/** Where the time of each request goes: what it costs, and where `perf` is there, what that is spent on. */
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

/** What each job costs is measured on one server, and where that goes on another one, which V8 tells of. */
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
  const shares = canSample() ? await profileJobs(jobs, measuring) : [];
  return describe(
    `${await machine(url)} ${held}`,
    jobs.map(({ name }, at) => ({ name, cost: costs[at] as Cost, shares: shares[at] ?? null })),
  );
}

interface Profiled {
  name: string;
  cost: Cost;
  /** Null where they cannot be told. */
  shares: ReadonlyMap<ServerPart, number> | null;
}

function describe(place: string, jobs: readonly Profiled[]): string {
  const heads = jobs.map(({ name }) => name);
  const parts = <Part extends string>(names: readonly Part[], part: (job: Profiled, name: Part) => number) =>
    names.map((name) => [name, ...jobs.map((job) => count(part(job, name)))]);
  return [
    `Written by \`npm run bench:profile\`. ${place}`,
    `Microseconds of the server's processor time for each request, all its threads together: as \`/proc\` tells them of a server that nobody looks into, divided as samples of another one's stacks tell, in ${SECONDS} s of each job.`,
    table(
      ['server', ...heads],
      [
        ...(jobs.every(({ shares }) => shares !== null)
          ? parts(SERVER_PARTS, ({ cost, shares }, part) => (shares?.get(part) ?? 0) * cost.serverUs)
          : []),
        ['**all**', ...jobs.map(({ cost }) => `**${count(cost.serverUs)}**`)],
      ],
    ),
    'The same of PostgreSQL, and what it writes to its log of changes:',
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

import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type PostgresCluster, startPostgresCluster } from '@esteira/config/testing/postgres-cluster';
import postgres from 'postgres';
import { withConnection } from '../harness/database';
import { type Server, startApi } from '../harness/processes';
import { writeFailover } from '../harness/results-file';
import { count, ms, table } from '../harness/table';
import { verifyLedgers } from '../load/verify';
import { machine } from '../whole/report-parts';
import { measurePoolerCost, type PoolerCost } from './pooler-cost';
import { openShop, type Sale, type Shop, startSelling } from './selling';

const CALM_MS = 8_000;
/** How often it is looked whether the primary is there, and after how many looks in vain it counts as gone. */
const LOOK_EVERY_MS = 300;
const LOOKS = 3;
const TARGET_RECOVERY_MS = 10_000;

interface Run {
  sales: readonly Sale[];
  /** When the server, and the primary, was killed, and when the replica was the primary. */
  serverKilledMs: number;
  primaryKilledMs: number;
  switchedMs: number;
  endedMs: number;
  lost: number;
  strangers: number;
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'esteira-bench-'));
  const cluster = await startPostgresCluster({ hasPooler: true, isSynchronous: true });
  try {
    const place = await machine(cluster.primary);
    const cost = await comparePooler(cluster, folder);
    const run = await failOver(cluster, folder);
    const text = `${toMarkdown(run, place)}\n\n${toCostMarkdown(cost)}`;
    console.log(text);
    if (!isGood(run)) process.exitCode = 1;
    else await writeFailover(text);
  } finally {
    await cluster.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function comparePooler(cluster: PostgresCluster, folder: string): Promise<PoolerCost> {
  const straight = await startApi(cluster.primary, join(folder, 'straight'));
  const pooled = await startApi(cluster.pooler ?? '', join(folder, 'pooled'), toVariables(cluster));
  try {
    return await measurePoolerCost(straight.url, pooled.url);
  } finally {
    await Promise.all([straight.stop(), pooled.stop()]);
  }
}

async function failOver(cluster: PostgresCluster, folder: string): Promise<Run> {
  const servers = await startServers(cluster, folder);
  try {
    const [first, second] = servers;
    const shop = await openShop(second.url);
    const selling = startSelling(
      servers.map(({ url }) => url),
      shop,
    );
    await wait(CALM_MS);
    const serverKilledMs = selling.now();
    process.kill(first.pid, 'SIGKILL');
    await wait(CALM_MS);
    const primaryKilledMs = selling.now();
    await cluster.killPrimary();
    await untilGone(cluster.primary);
    await cluster.promoteReplica();
    await cluster.pointPoolerToReplica();
    const switchedMs = selling.now();
    await wait(2 * CALM_MS);
    const endedMs = selling.now();
    const sales = await selling.stop();
    const times = { serverKilledMs, primaryKilledMs, switchedMs, endedMs };
    return { sales, ...times, ...(await compare(cluster.replica, shop, sales)) };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function startServers(cluster: PostgresCluster, folder: string): Promise<[Server, Server]> {
  const start = (name: string) => startApi(cluster.pooler ?? '', join(folder, name), toVariables(cluster));
  return [await start('first'), await start('second')];
}

/** Around the pooler whichever of both is the primary is found; lists may come from the replica. */
function toVariables({ primary, replica }: PostgresCluster): Record<string, string> {
  const [one, other] = [new URL(primary), new URL(replica)];
  return {
    DATABASE_DIRECT_URL: primary.replace(one.host, `${one.host},${other.host}`),
    DATABASE_REPLICA_URL: replica,
  };
}

/** What a fail-over manager does: it looks until it is sure. */
async function untilGone(url: string): Promise<void> {
  for (let inVain = 0; inVain < LOOKS; ) {
    const sql = postgres(url, { max: 1, connect_timeout: 1 });
    inVain = await sql`SELECT 1`.then(
      () => 0,
      () => inVain + 1,
    );
    await sql.end({ timeout: 0 });
    await wait(LOOK_EVERY_MS);
  }
}

/** Acknowledged sales that are not there, and orders whose answer nobody got; throws when the ledger is not equal. */
async function compare(url: string, { produtoId }: Shop, sales: readonly Sale[]) {
  return withConnection(url, async (sql) => {
    await verifyLedgers(sql);
    const stored = new Set(
      (
        await sql<{ id: string }[]>`
      SELECT id FROM pedidos WHERE produto_id = ${produtoId}`
      ).map(({ id }) => id),
    );
    const acknowledged = sales.flatMap(({ pedidoId }) => pedidoId ?? []);
    const lost = acknowledged.filter((id) => !stored.has(id)).length;
    return { lost, strangers: stored.size - new Set(acknowledged).size + lost };
  });
}

const isDone = ({ pedidoId }: Sale) => pedidoId !== null;

/** Between the kill and the first sale asked for after it from which on the server that lives fails no more. */
function getRecoveryMs({ sales, primaryKilledMs }: Run): number {
  const after = sales.filter(({ status, endedMs }) => status !== 0 && endedMs >= primaryKilledMs);
  const lastFailure = Math.max(
    primaryKilledMs,
    ...after.filter((sale) => !isDone(sale)).map((sale) => sale.endedMs),
  );
  const good = after
    .filter((sale) => isDone(sale) && sale.endedMs > lastFailure)
    .map(({ endedMs }) => endedMs);
  return Math.min(...good) - primaryKilledMs;
}

const isGood = (run: Run) => run.lost === 0 && getRecoveryMs(run) < TARGET_RECOVERY_MS;

function toMarkdown(run: Run, place: string): string {
  const { sales, serverKilledMs, primaryKilledMs, switchedMs, endedMs } = run;
  const recoveredMs = primaryKilledMs + getRecoveryMs(run);
  const spans: [string, number, number][] = [
    ['both servers', 0, serverKilledMs],
    ['one server killed', serverKilledMs, primaryKilledMs],
    ['the primary killed, until the first sale after the last failure', primaryKilledMs, recoveredMs],
    ['on the promoted replica', recoveredMs, endedMs + 60_000],
  ];
  const seconds = (value: number) => `${(value / 1000).toFixed(1)} s`;
  return [
    `Written by \`npm run bench:failover\`. ${place} \`synchronous_commit = remote_apply\` with one synchronous standby. Load average of the machine at the end: ${loadavg()[0]?.toFixed(1)}.`,
    'Two servers sell through one PgBouncer; each buyer asks them in turn, also the one that is dead. Then one server is killed, later the primary, both by SIGKILL. After three looks in vain the replica is promoted and PgBouncer pointed to it. Nothing is started again.',
    table(
      ['when', 'sales', 'answers that were none', 'no answer, from the killed server'],
      spans.map(([what, from, to]) => {
        const some = sales.filter((sale) => sale.endedMs >= from && sale.endedMs < to);
        const failed = some.filter((sale) => !isDone(sale));
        const unanswered = failed.filter(({ status }) => status === 0).length;
        return [
          what,
          count(some.length - failed.length),
          count(failed.length - unanswered),
          count(unanswered),
        ];
      }),
    ),
    `From the kill of the primary to the promoted replica: ${seconds(switchedMs - primaryKilledMs)}. To sales without another failure: ${seconds(getRecoveryMs(run))} (target: under 10 s). Acknowledged sales: ${count(sales.filter(isDone).length)}, of which lost: ${count(run.lost)}. Orders that are there though nobody was told: ${count(run.strangers)}. Stocks, ledger and summaries are equal.`,
  ].join('\n\n');
}

function toCostMarkdown({ straight, pooled }: PoolerCost): string {
  const row = (name: string, { perSecond, p50 }: PoolerCost['pooled']) => [name, count(perSecond), ms(p50)];
  return [
    'The same sale, 16 at a time on one server, straight on PostgreSQL with prepared statements and behind PgBouncer without; rounds in turns, medians, both with the synchronous standby:',
    table(
      ['server', 'sales per second', 'p50'],
      [row('straight', straight), row('behind PgBouncer', pooled)],
    ),
  ].join('\n\n');
}

await main();

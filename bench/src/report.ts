import { cpus, totalmem } from 'node:os';
import type { Comparison } from './compare';
import { withConnection } from './database';
import type { Round } from './drive';
import type { ImportResult } from './import';
import type { Size } from './size';
import { count, ms, table } from './table';
import type { Workday } from './workday';
import { judgeWorkday, workdayTables } from './workday-report';

export interface Results {
  size: Size;
  /** Milliseconds that loading took; null where an earlier run did. */
  loadMs: number | null;
  /** API first, bare server second. */
  jobs: readonly Comparison[];
  /** The API over many orders first, over few second. */
  pages: readonly Comparison[];
  largestDashboard: Round;
  exactReads: number;
  imports: ImportResult;
  workday: Workday;
}

export const TARGETS = {
  ratio: 0.6,
  dashboardP95: 100,
  importRowsPerSecond: 15_000,
  importGrowthMb: 100,
  pageCost: 1.2,
} as const;

/** One sentence each, and whether it holds. */
export function judge(results: Results): { target: string; seen: string; met: boolean }[] {
  const { jobs, pages, largestDashboard, imports } = results;
  return [
    ...jobs.map((job) => ({
      target: `${job.job}: at least ${TARGETS.ratio} of the bare server's requests per second`,
      seen: getRatio(job).toFixed(2),
      met: getRatio(job) >= TARGETS.ratio,
    })),
    {
      target: `Dashboard of the largest seller: p95 under ${TARGETS.dashboardP95} ms`,
      seen: `${largestDashboard.p95.toFixed(1)} ms`,
      met: largestDashboard.p95 < TARGETS.dashboardP95,
    },
    {
      target: 'The dashboard shows a sale at once, and what the orders add up to',
      seen: `${results.exactReads} of ${results.exactReads} reads`,
      met: results.exactReads > 0,
    },
    {
      target: `CSV import: at least ${count(TARGETS.importRowsPerSecond)} rows per second`,
      seen: count(imports.apiRowsPerSecond),
      met: imports.apiRowsPerSecond >= TARGETS.importRowsPerSecond,
    },
    {
      target: `CSV import: the server's memory grows by less than ${TARGETS.importGrowthMb} MB`,
      seen: `${imports.growthMb.toFixed(0)} MB`,
      met: imports.growthMb < TARGETS.importGrowthMb,
    },
    ...judgeWorkday(results.workday),
    ...pages.map((page) => ({
      target: `${page.job}: at most ${TARGETS.pageCost} times the cost with ${count(results.size.orders)} orders`,
      seen: getCost(page).toFixed(2),
      met: getCost(page) <= TARGETS.pageCost,
    })),
  ];
}

const getRatio = ({ first, second }: Comparison) => first.requestsPerSecond / second.requestsPerSecond;

/** How much longer a request takes on the first server. */
const getCost = ({ first, second }: Comparison) => second.requestsPerSecond / first.requestsPerSecond;

export async function toMarkdown(results: Results, databaseUrl: string): Promise<string> {
  const { size, jobs, pages, imports, largestDashboard } = results;
  return `${[
    '# Benchmark results',
    'Written by `npm run bench`; do not edit. How it measures: [README.md](README.md).',
    await machine(databaseUrl),
    data(results),
    '## The API against a bare server',
    comparisonTable(jobs, ['API', 'bare']),
    '## CSV import',
    importTable(imports, size),
    ...workdayTables(results.workday),
    `## Dashboard of the seller with ${count(size.orders / 10)} orders`,
    table(
      ['req/s', 'p50', 'p95', 'p99', 'CPU per request'],
      [
        [
          count(largestDashboard.requestsPerSecond),
          ms(largestDashboard.p50),
          ms(largestDashboard.p95),
          ms(largestDashboard.p99),
          ms(largestDashboard.cpuMsPerRequest),
        ],
      ],
    ),
    `## The API with ${count(size.orders)} orders in the database against ${count(size.fewOrders)}`,
    comparisonTable(pages, ['many', 'few']),
    '## Targets',
    table(
      ['target', 'seen', 'met'],
      judge(results).map(({ target, seen, met }) => [target, seen, met ? 'yes' : '**no**']),
    ),
  ].join('\n\n')}\n`;
}

/** What the figures were measured on. */
export async function machine(databaseUrl: string): Promise<string> {
  const settings = await withConnection(databaseUrl, async (sql) => {
    const rows = await sql<{ name: string; text: string }[]>`
      SELECT name, current_setting(name) AS text FROM pg_settings
      WHERE name IN ('server_version', 'fsync', 'synchronous_commit', 'shared_buffers', 'max_wal_size')`;
    return new Map(rows.map((row) => [row.name, row.text]));
  });
  const [cpu] = cpus();
  const setting = (name: string) => `\`${name} = ${settings.get(name)}\``;
  return [
    `Machine: ${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 1024 ** 3)} GB,`,
    `Node ${process.versions.node}, PostgreSQL ${settings.get('server_version')} with`,
    `${setting('fsync')}, ${setting('synchronous_commit')}, ${setting('shared_buffers')}, ${setting('max_wal_size')}.`,
    'Load generator, server and PostgreSQL share the cores.',
  ].join(' ');
}

function data({ size, loadMs }: Results): string {
  const loading = loadMs === null ? 'loaded before' : `loaded in ${Math.round(loadMs / 1000)} s`;
  return [
    `Data: ${count(size.sellers)} sellers, ${count(size.products)} products, ${count(size.orders)} orders`,
    `(the largest seller has ${count(size.products / 5)} and ${count(size.orders / 10)}), ${loading}.`,
    `${size.rounds} rounds of ${size.secondsPerRound} s per job and server, in turns; medians.`,
  ].join(' ');
}

function comparisonTable(rows: readonly Comparison[], [first, second]: readonly [string, string]): string {
  const pair = (a: string, b: string) => `${a} / ${b}`;
  return table(
    [
      'job',
      `req/s ${first}`,
      `req/s ${second}`,
      'ratio',
      `p50 ${first} / ${second}`,
      `p99 ${first} / ${second}`,
      `CPU per request ${first} / ${second}`,
    ],
    rows.map((row) => [
      row.job,
      count(row.first.requestsPerSecond),
      count(row.second.requestsPerSecond),
      getRatio(row).toFixed(2),
      pair(ms(row.first.p50), ms(row.second.p50)),
      pair(ms(row.first.p99), ms(row.second.p99)),
      pair(ms(row.first.cpuMsPerRequest), ms(row.second.cpuMsPerRequest)),
    ]),
  );
}

function importTable(imports: ImportResult, size: Size): string {
  const ratio = imports.apiRowsPerSecond / imports.bareRowsPerSecond;
  return table(
    ['rows', 'rows/s API', 'rows/s bare script', 'ratio', 'memory growth of the server'],
    [
      [
        count(size.importRows),
        count(imports.apiRowsPerSecond),
        count(imports.bareRowsPerSecond),
        ratio.toFixed(2),
        `${imports.growthMb.toFixed(0)} MB`,
      ],
    ],
  );
}

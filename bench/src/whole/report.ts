import type { Comparison } from '../harness/compare';
import type { Round } from '../harness/drive';
import type { Size } from '../harness/size';
import { count, ms, table } from '../harness/table';
import { judgeScale, scaleNote } from '../scale/scale-report';
import type { Workday } from '../workday/workday';
import { judgeWorkday, workdayTables } from '../workday/workday-report';
import type { ImportResult } from './import';
import { comparisonTable, data, getRatio, type Loaded, machine } from './report-parts';

export interface Results extends Loaded {
  /** API first, bare server second. */
  jobs: readonly Comparison[];
  /** The API over many orders first, over few second. */
  scale: readonly Comparison[];
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
} as const;

/** One sentence each, and whether it holds. */
export function judge(results: Results): { target: string; seen: string; met: boolean }[] {
  const { jobs, scale, largestDashboard, imports } = results;
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
    ...judgeScale(scale, results.size),
  ];
}

export async function toMarkdown(results: Results, databaseUrl: string): Promise<string> {
  const { size, jobs, scale, imports, largestDashboard } = results;
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
    `## The API with ${count(size.orders)} orders of others in the database against none`,
    scaleNote(size),
    comparisonTable(scale, ['many', 'few']),
    '## Targets',
    table(
      ['target', 'seen', 'met'],
      judge(results).map(({ target, seen, met }) => [target, seen, met ? 'yes' : '**no**']),
    ),
  ].join('\n\n')}\n`;
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

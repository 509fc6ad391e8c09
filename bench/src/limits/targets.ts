import { count } from '../harness/table';
import { FLUSH_MS } from '../servers/flush';
import { getRatio } from '../whole/report-parts';
import type { Measured } from './bench';
import type { FlushCosts } from './flush';
import { LARGEST_DASHBOARD, ONE_SELLERS_SALES } from './requests';

export const TARGETS = {
  /** Of the bare server's processor time that a read may take: bare by product. */
  readEfficiency: 0.85,
  saleOfOneSeller: 0.5,
  saleOfAll: 0.7,
  salesPerSecondSlowFlush: 3_000,
  import: 0.8,
  dashboardP95: 5,
} as const;

export interface Target {
  target: string;
  seen: string;
  met: boolean;
}

const atLeast = (target: string, seen: number, least: number): Target => ({
  target: `${target}: at least ${least.toFixed(2)}`,
  seen: seen.toFixed(2),
  met: seen >= least,
});

/** Processor time of server and PostgreSQL together. */
export const workOf = ({ cpuMsPerRequest, databaseCpuMsPerRequest }: Measured['first']): number =>
  cpuMsPerRequest + databaseCpuMsPerRequest;

/** How much of the product's processor time for a request the bare server takes for the same. */
export const efficiency = ({ first, second }: Measured): number => workOf(second) / workOf(first);

/** The same for each byte of an answer. */
export const efficiencyPerByte = (job: Measured): number =>
  (efficiency(job) * job.bytes.product) / job.bytes.bare;

/** One sentence each, and whether it holds. */
export function judgeLimits(jobs: readonly Measured[], flush: FlushCosts, sellers: number): Target[] {
  const ofKind = (kind: Measured['kind']) => jobs.filter((job) => job.kind === kind);
  const dashboard = jobs.find(({ job }) => job === LARGEST_DASHBOARD);
  const slow = flush.ofAll[0]?.requestsPerSecond ?? Number.NaN;
  const p95 = dashboard?.first.p95 ?? Number.NaN;
  return [
    ...ofKind('read').flatMap((job) => [
      atLeast(`${job.job}: CPU per request, bare by product`, efficiency(job), TARGETS.readEfficiency),
      atLeast(
        `${job.job}: CPU per byte answered, bare by product`,
        efficiencyPerByte(job),
        TARGETS.readEfficiency,
      ),
    ]),
    ...ofKind('sale').map((job) =>
      atLeast(
        `${job.job}: of the bare server's rate`,
        getRatio(job),
        job.job === ONE_SELLERS_SALES ? TARGETS.saleOfOneSeller : TARGETS.saleOfAll,
      ),
    ),
    {
      target: `Sales of ${sellers} sellers, each commit flushed after ${FLUSH_MS} ms: at least ${count(TARGETS.salesPerSecondSlowFlush)} per second`,
      seen: count(slow),
      met: slow >= TARGETS.salesPerSecondSlowFlush,
    },
    ...ofKind('import').map((job) =>
      atLeast(`${job.job}: of the bare server's rate`, getRatio(job), TARGETS.import),
    ),
    {
      target: `${LARGEST_DASHBOARD}: p95 under ${TARGETS.dashboardP95} ms`,
      seen: `${p95.toFixed(2)} ms`,
      met: p95 < TARGETS.dashboardP95,
    },
  ];
}

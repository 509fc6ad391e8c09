import { count, ms, table } from '../harness/table';
import { FLUSH_MS, SELLING } from '../servers/flush';
import type { GroupCost } from '../servers/group';
import { getRatio, type Loaded, machine } from '../whole/report-parts';
import type { Both, Measured } from './bench';
import type { Weight } from './bytes';
import type { FlushCosts } from './flush';
import { efficiency, efficiencyPerByte, judgeLimits } from './targets';

export interface Limits extends Loaded {
  /** How many processes wanted a core in the minute before the first round: others' work slows down both sides. */
  busy: number;
  jobs: readonly Measured[];
  flush: FlushCosts;
  weights: Both<Weight>;
}

/** Lighter tables are not named. */
const LEAST_BYTES = 3;

export async function describeLimits(limits: Limits, databaseUrl: string): Promise<string> {
  const { size, loadMs, busy, jobs, flush } = limits;
  const loading = loadMs === null ? 'loaded before' : `loaded in ${Math.round(loadMs / 1000)} s`;
  return [
    `Written by \`npm run bench:limits\`. ${await machine(databaseUrl)}`,
    `The product against a bare server that does the same six jobs on a schema of its own ([what it leaves out](README.md#how-far-from-what-is-possible)), both with the same ${count(size.sellers)} sellers, ${count(size.products)} products and ${count(size.orders)} orders (the largest seller has ${count(size.products / 5)} and ${count(size.orders / 10)}), ${loading}. ${size.rounds} rounds of ${size.secondsPerRound} s per job and server, in turns; medians. In the minute before, ${busy.toFixed(1)} processes wanted the cores: others' work lowers rates and lengthens times of both sides, processor time it leaves. Of imports a request is a file. A ratio is what the product does in a second by what the bare server does, or what the bare server spends by what the product does: 1 would be as good as that.`,
    jobTable(jobs),
    `Sales on ${SELLING.servers} servers of each kind with ${SELLING.connections} connections, where each commit waits ${FLUSH_MS} ms before it is flushed:`,
    flushTable(flush, size.sellers),
    weightText(limits.weights),
    table(
      ['target', 'seen', 'met'],
      judgeLimits(jobs, flush, size.sellers).map(({ target, seen, met }) => [
        target,
        seen,
        met ? 'yes' : '**no**',
      ]),
    ),
  ].join('\n\n');
}

const pair = (a: string, b: string) => `${a} / ${b}`;
const ratio = (bare: number, product: number) => (bare / product).toFixed(2);
/** Less than ten a second are told with two digits behind the point: large imports. */
const rate = (perSecond: number) => (perSecond < 10 ? perSecond.toFixed(2) : count(perSecond));

function jobTable(jobs: readonly Measured[]): string {
  return table(
    [
      'job',
      'per second, product / bare',
      'ratio',
      'p95',
      'server CPU per request',
      'ratio',
      'PostgreSQL CPU per request',
      'ratio',
      'both together, ratio',
      'bytes answered',
      'both together per byte, ratio',
    ],
    jobs.map((job) => {
      const { first, second, bytes } = job;
      return [
        job.job,
        pair(rate(first.requestsPerSecond), rate(second.requestsPerSecond)),
        getRatio(job).toFixed(2),
        pair(ms(first.p95), ms(second.p95)),
        pair(ms(first.cpuMsPerRequest), ms(second.cpuMsPerRequest)),
        ratio(second.cpuMsPerRequest, first.cpuMsPerRequest),
        pair(ms(first.databaseCpuMsPerRequest), ms(second.databaseCpuMsPerRequest)),
        ratio(second.databaseCpuMsPerRequest, first.databaseCpuMsPerRequest),
        efficiency(job).toFixed(2),
        pair(count(bytes.product), count(bytes.bare)),
        efficiencyPerByte(job).toFixed(2),
      ];
    }),
  );
}

function flushTable({ ofAll, ofOneSeller }: FlushCosts, sellers: number): string {
  const row = (selling: string, [product, bare]: readonly GroupCost[]) => {
    if (product === undefined || bare === undefined) return [selling];
    return [
      selling,
      pair(count(product.requestsPerSecond), count(bare.requestsPerSecond)),
      (product.requestsPerSecond / bare.requestsPerSecond).toFixed(2),
      pair(ms(product.p95), ms(bare.p95)),
      pair(ms(product.serverCpuMs), ms(bare.serverCpuMs)),
      pair(ms(product.databaseCpuMs), ms(bare.databaseCpuMs)),
    ];
  };
  return table(
    ['sellers', 'sales per second, product / bare', 'ratio', 'p95', 'servers', 'PostgreSQL'],
    [row(String(sellers), ofAll), row('1', ofOneSeller)],
  );
}

function weightText({ product, bare }: Both<Weight>): string {
  const heaviest = ({ tables }: Weight) =>
    tables
      .filter(({ bytes }) => bytes >= LEAST_BYTES)
      .map(({ table: name, bytes }) => `\`${name}\` ${count(bytes)}`)
      .join(', ');
  return [
    `Bytes for each order, all tables with their indices by the number of orders, before anything was measured: **${count(product.all)}** of the product (${heaviest(product)}); **${count(bare.all)}** of the bare server (${heaviest(bare)}).`,
    'What was loaded has its indices built at the end: they are fuller than those that grow.',
  ].join(' ');
}

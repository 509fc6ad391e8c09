import { count, ms, table } from '../harness/table';
import { FLUSH_MS, type FlushCosts, SELLING } from './flush';
import type { GroupCost } from './group';
import type { Idle } from './idle';
import { CONNECTIONS, type JobResult } from './sizes';

/** What four servers may cost for each request, where one costs 1. */
const MOST = 1.1;
const SALES_BESIDE_A_SLOW_FLUSH = 3_000;

const HOW = [
  `Servers through PgBouncer, lists and dashboard from a replica; ${CONNECTIONS} connections in all. Milliseconds of processor time for each request: of all servers of the group + of PostgreSQL, its replica and PgBouncer; all rounds together.`,
  'One asked: the first server of a group has all connections, while the others are up, hear of every change and look for jobs; their time counts too.',
  'At once: all are driven together with their share of the connections, so that up to eight servers, the databases and the load generator take the two cores, and the caches, from each other.',
].join(' ');

interface Measured {
  sizes: readonly number[];
  jobs: readonly JobResult[];
  idle: readonly Idle[];
}

/** What each number of servers costs through PgBouncer, with lists and dashboard from a replica. */
export function describeSizes({ sizes, jobs, idle }: Measured): string {
  const rows = (how: 'first' | 'atOnce', label: string) =>
    jobs.map((job) => {
      const ratio = getRatio(job[how], sizes);
      return [
        `${job.job}, ${label}`,
        ...job[how].map(({ serverCpuMs, databaseCpuMs }) => `${ms(serverCpuMs)} + ${ms(databaseCpuMs)}`),
        ratio.toFixed(2),
        ratio <= MOST ? 'yes' : '**no**',
      ];
    });
  const head = [
    'job',
    ...sizes.map((size) => (size === 1 ? '1 server' : `${size} servers`)),
    '4 against 1',
    `at most ${MOST}`,
  ];
  const all = table(head, [...rows('first', 'one asked'), ...rows('atOnce', 'at once')]);
  return [HOW, all, describeIdle(idle)].join('\n\n');
}

function getRatio(rounds: JobResult['first'], sizes: readonly number[]): number {
  const [one, four] = [rounds[sizes.indexOf(1)], rounds[sizes.indexOf(4)]];
  return one === undefined || four === undefined ? Number.NaN : getCost(four) / getCost(one);
}

const getCost = ({ serverCpuMs, databaseCpuMs }: GroupCost) => serverCpuMs + databaseCpuMs;

function describeIdle(idle: readonly Idle[]): string {
  return [
    'While nobody asks for anything, in milliseconds of processor time for each second:',
    table(
      ['servers', 'all servers', 'for each', 'PostgreSQL, replica and PgBouncer'],
      idle.map(({ size, servers, database }) => [
        String(size),
        ms(servers),
        ms(servers / size),
        ms(database),
      ]),
    ),
  ].join('\n\n');
}

/** `sellers` is how many sell. */
export function describeFlush({ ofAll, ofOneSeller }: FlushCosts, sellers: number): string {
  const rows = (costs: readonly GroupCost[], selling: string, target: (cost: GroupCost) => string[]) =>
    costs.map((cost, at) => [
      `${selling}, ${at === 0 ? 'at once' : `after ${FLUSH_MS} ms`}`,
      count(cost.requestsPerSecond),
      ...(at === 0 ? ['', ''] : target(cost)),
      ms(cost.p95),
      ms(cost.serverCpuMs),
      ms(cost.databaseCpuMs),
    ]);
  return [
    `Sales on ${SELLING.servers} servers with ${SELLING.connections} connections, where a commit is flushed at once and where it waits ${FLUSH_MS} ms first:`,
    table(
      ['sellers, flush', 'sales per second', 'target', 'met', 'p95', 'servers', 'PostgreSQL and replica'],
      [...rows(ofAll, String(sellers), describeTarget), ...rows(ofOneSeller, '1', () => ['', ''])],
    ),
  ].join('\n\n');
}

const describeTarget = ({ requestsPerSecond }: GroupCost) => [
  `at least ${count(SALES_BESIDE_A_SLOW_FLUSH)}`,
  requestsPerSecond >= SALES_BESIDE_A_SLOW_FLUSH ? 'yes' : '**no**',
];

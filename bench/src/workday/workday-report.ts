import type { Round } from '../harness/drive';
import { count, ms, table } from '../harness/table';
import type { Workday } from './workday';

const TARGETS = {
  filterP95: 50,
  periodP95: 60,
  updateRowsPerSecond: 8_000,
  exportSeconds: 10,
  exportGrowthMb: 60,
  bulkOrdersPerSecond: 1_500,
  labelsSeconds: 5,
  labelsGrowthMb: 150,
} as const;

/** One sentence each, and whether it holds. */
export function judgeFinding({ filters, periods }: Pick<Workday, 'filters' | 'periods'>) {
  const slowest = Math.max(...filters.map(({ p95 }) => p95));
  const slowestPeriod = Math.max(...periods.map(({ p95 }) => p95));
  return [
    {
      target: `Any order filter, list and counts: p95 under ${TARGETS.filterP95} ms at 10 in parallel`,
      seen: ms(slowest),
      met: slowest < TARGETS.filterP95,
    },
    {
      target: `Dashboard of any period of the largest seller: p95 under ${TARGETS.periodP95} ms`,
      seen: ms(slowestPeriod),
      met: slowestPeriod < TARGETS.periodP95,
    },
  ];
}

export function judgeWorkday({ updates, exported, bulk, labels, ...finding }: Workday) {
  return [
    ...judgeFinding(finding),
    ...updates.map(({ rows, count: total, rowsPerSecond }) => ({
      target: `CSV update of ${count(total)} stored products, ${rows}: at least ${count(TARGETS.updateRowsPerSecond)} rows per second`,
      seen: count(rowsPerSecond),
      met: rowsPerSecond >= TARGETS.updateRowsPerSecond,
    })),
    ...exported.map(({ format, orders, seconds, growthMb }) => ({
      target: `Export of ${count(orders)} orders as ${format}: under ${TARGETS.exportSeconds} s and ${TARGETS.exportGrowthMb} MB`,
      seen: `${seconds.toFixed(2)} s, ${growthMb.toFixed(0)} MB`,
      met: seconds < TARGETS.exportSeconds && growthMb < TARGETS.exportGrowthMb,
    })),
    ...bulk.map(({ step, orders, ordersPerSecond }) => ({
      target: `Bulk step '${step}' of ${count(orders)} orders: at least ${count(TARGETS.bulkOrdersPerSecond)} per second`,
      seen: count(ordersPerSecond),
      met: ordersPerSecond >= TARGETS.bulkOrdersPerSecond,
    })),
    ...labels.map(({ labels: total, perPage, seconds, growthMb }) => ({
      target: `${count(total)} labels, ${perPage} to a page: under ${TARGETS.labelsSeconds} s and ${TARGETS.labelsGrowthMb} MB`,
      seen: `${seconds.toFixed(2)} s, ${growthMb.toFixed(0)} MB`,
      met: seconds < TARGETS.labelsSeconds && growthMb < TARGETS.labelsGrowthMb,
    })),
  ];
}

export const filtersTable = (filters: Workday['filters']) =>
  roundsTable(
    'filter',
    filters.map((result) => ({ ...result, name: result.filter })),
  );

export const periodsTable = (periods: Workday['periods']) =>
  roundsTable(
    'period',
    periods.map((result) => ({ ...result, name: result.period })),
  );

const roundsTable = (heading: string, rounds: readonly (Round & { name: string })[]) =>
  table(
    [heading, 'req/s', 'p50', 'p95', 'CPU per request'],
    rounds.map(({ name, requestsPerSecond, p50, p95, cpuMsPerRequest }) => [
      name,
      count(requestsPerSecond),
      ms(p50),
      ms(p95),
      ms(cpuMsPerRequest),
    ]),
  );

/** The tables of a report, each with its heading. */
export function workdayTables({ filters, periods, updates, exported, bulk, labels }: Workday): string[] {
  return [
    '## Finding orders: a page of 50 with its counts',
    filtersTable(filters),
    '## Dashboard of a period, of the seller with the most orders',
    periodsTable(periods),
    '## CSV update of stored products',
    table(
      ['rows', 'count', 'rows/s', 'memory growth of the server'],
      updates.map(({ rows, count: total, rowsPerSecond, growthMb }) => [
        rows,
        count(total),
        count(rowsPerSecond),
        `${growthMb.toFixed(0)} MB`,
      ]),
    ),
    '## Export of orders',
    table(
      ['format', 'orders', 'seconds', 'file', 'memory growth of the server'],
      exported.map(({ format, orders, seconds, fileMb, growthMb }) => [
        format,
        count(orders),
        seconds.toFixed(2),
        `${fileMb.toFixed(1)} MB`,
        `${growthMb.toFixed(0)} MB`,
      ]),
    ),
    '## Bulk steps of orders, 500 in each call',
    table(
      ['step', 'orders', 'orders/s'],
      bulk.map(({ step, orders, ordersPerSecond }) => [step, count(orders), count(ordersPerSecond)]),
    ),
    '## Labels in one document',
    table(
      ['labels', 'to a page', 'seconds', 'document', 'memory growth of the server'],
      labels.map(({ labels: total, perPage, seconds, documentMb, growthMb }) => [
        count(total),
        String(perPage),
        seconds.toFixed(2),
        `${documentMb.toFixed(1)} MB`,
        `${growthMb.toFixed(0)} MB`,
      ]),
    ),
  ];
}

import type { Server } from '../harness/processes';
import type { Seller } from '../harness/sellers';
import { LABELS, type Size } from '../harness/size';
import { type BulkResult, measureBulk } from './bulk';
import { measureUpdates, type UpdateResult } from './csv-update';
import { type ExportResult, measureExports } from './exports';
import { type LabelsResult, measureLabels } from './labels';
import { type FilterResult, measureOrderFilters } from './order-filters';
import { measurePeriods, type PeriodResult } from './periods';

/** What one seller does with very many orders and products. */
export interface Workday {
  filters: readonly FilterResult[];
  periods: readonly PeriodResult[];
  updates: readonly UpdateResult[];
  exported: readonly ExportResult[];
  bulk: readonly BulkResult[];
  labels: readonly LabelsResult[];
}

export interface WorkBench {
  api: Server;
  databaseUrl: string;
  folder: string;
  size: Size;
  connections: number;
  /** The seller with the most rows. */
  largest: Seller;
  /** Another one, whose products files update. */
  importer: Seller;
  /** Only filters whose name contains this text. */
  named?: string;
}

/** Each part by itself, by the name that `--only` knows; prints its figures. */
export const WORK = {
  filters: async ({ api, databaseUrl, largest, size, connections, named = '' }: WorkBench) => {
    const seconds = size.secondsPerRound;
    const asked = { api, databaseUrl, seller: largest, seconds, connections, named };
    const results = await measureOrderFilters(asked);
    for (const { filter, p50, p95, requestsPerSecond } of results)
      console.log(
        `${filter}: ${requestsPerSecond.toFixed(0)} req/s, p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)} ms`,
      );
    return results;
  },
  periods: async ({ api, largest, size, connections }: WorkBench) => {
    const results = await measurePeriods({
      api,
      seller: largest,
      seconds: size.secondsPerRound,
      connections,
    });
    for (const { period, p50, p95, requestsPerSecond } of results)
      console.log(
        `Dashboard, ${period}: ${requestsPerSecond.toFixed(0)} req/s, p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)} ms`,
      );
    return results;
  },
  update: async ({ importer, ...bench }: WorkBench) => {
    const results = await measureUpdates({ ...bench, seller: importer });
    for (const { rows, count, rowsPerSecond, growthMb } of results)
      console.log(
        `CSV update, ${count} rows ${rows}: ${rowsPerSecond.toFixed(0)} rows/s, ${growthMb.toFixed(0)} MB more memory`,
      );
    return results;
  },
  export: async ({ api, largest }: WorkBench) => {
    const results = await measureExports({ api, seller: largest });
    for (const { format, orders, seconds, growthMb } of results)
      console.log(
        `Export, ${format}: ${orders} orders in ${seconds.toFixed(2)} s, ${growthMb.toFixed(0)} MB more memory`,
      );
    return results;
  },
  bulk: async ({ largest, ...bench }: WorkBench) => {
    const results = await measureBulk({ ...bench, seller: largest });
    for (const { step, orders, ordersPerSecond } of results)
      console.log(`Bulk, ${step}: ${orders} orders, ${ordersPerSecond.toFixed(0)} orders/s`);
    return results;
  },
  /** Of orders that were just led along the whole line, so that they have labels. */
  labels: async ({ api, databaseUrl, largest, size }: WorkBench) => {
    const bench = { api, databaseUrl, seller: largest };
    await measureBulk({ ...bench, size: { ...size, bulkOrders: LABELS } });
    const results = await measureLabels(bench);
    for (const { perPage, labels, seconds, growthMb } of results)
      console.log(
        `Labels, ${perPage} to a page: ${labels} in ${seconds.toFixed(2)} s, ${growthMb.toFixed(0)} MB more memory`,
      );
    return results;
  },
};

export const isWork = (name: string): name is keyof typeof WORK => Object.hasOwn(WORK, name);

/** All parts, reading before writing. */
export async function measureWorkday(bench: WorkBench): Promise<Workday> {
  const filters = await WORK.filters(bench);
  const periods = await WORK.periods(bench);
  const updates = await WORK.update(bench);
  const exported = await WORK.export(bench);
  const bulk = await WORK.bulk(bench);
  return { filters, periods, updates, exported, bulk, labels: await WORK.labels(bench) };
}

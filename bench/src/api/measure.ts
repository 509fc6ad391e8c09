import { join } from 'node:path';
import { type Call, drive, type Round } from '../harness/drive';
import { upload, writeCsv } from '../harness/import-file';
import {
  commonSearches,
  dashboardCall,
  orderPages,
  productPages,
  sellerSales,
  sellersSales,
  sessionCall,
} from '../harness/jobs';
import { type Server, withGrowth } from '../harness/processes';
import type { Seller } from '../harness/sellers';
import { type Figure, type ImportFigure, TARGETS } from './figures';
import { filterCall, listFilters } from './order-filters';
import { askAfterSales, listPeriods, periodCall } from './periods';
import type { Size } from './size';

export const CONNECTIONS = 10;

export interface ApiBench {
  api: Server;
  databaseUrl: string;
  /** A folder for the file to import. */
  folder: string;
  size: Size;
  /** The first one has the most rows. */
  sellers: readonly [Seller, Seller, ...Seller[]];
}

/** Everything that only reads, then sales. Prints each figure. */
export async function measureRequests(bench: ApiBench): Promise<Figure[]> {
  const figures: Figure[] = [];
  const add = (figure: Figure) => {
    figures.push(figure);
    const { group, job, round } = figure;
    console.log(`${group}: ${job}: ${round.requestsPerSecond.toFixed(0)}/s, p95 ${round.p95.toFixed(1)} ms`);
  };
  for (const figure of await measurePages(bench)) add(figure);
  for (const figure of await measureFilters(bench)) add(figure);
  for (const figure of await measurePeriods(bench)) add(figure);
  for (const figure of await measureSales(bench)) add(figure);
  return figures;
}

/** Asks for the same calls with some connections; the first second is not counted: code is compiled, pages are read. */
async function ask(
  { api, size }: ApiBench,
  calls: readonly Call[],
  connections = CONNECTIONS,
): Promise<Round> {
  await drive(api, { calls, seconds: Math.min(1, size.seconds), connections });
  return drive(api, { calls, seconds: size.seconds, connections });
}

async function measurePages(bench: ApiBench): Promise<Figure[]> {
  const { sellers } = bench;
  const jobs: [string, readonly Call[]][] = [
    ['product page of 50', productPages(sellers)],
    ['order page of 50', orderPages(sellers)],
    ['dashboard', sellers.map(dashboardCall)],
    ['own session', sellers.map(sessionCall)],
  ];
  const figures: Figure[] = [];
  for (const [job, calls] of jobs)
    figures.push({ group: 'Pages', job, round: await ask(bench, calls), maxP95: TARGETS.pageP95 });
  const search = await ask(bench, commonSearches(sellers[0]));
  return [...figures, { group: 'Pages', job: 'product search, common words', round: search }];
}

async function measureFilters(bench: ApiBench): Promise<Figure[]> {
  const [largest] = bench.sellers;
  const filters = await listFilters(bench.databaseUrl, largest);
  const figures: Figure[] = [];
  for (const [job, input] of filters) {
    const calls = [filterCall(largest, input)];
    const crowded = await ask(bench, calls);
    const alone = await ask(bench, calls, 1);
    figures.push(
      { group: 'Order filters with counts, ten at once', job, round: crowded, maxP95: TARGETS.filterP95 },
      { group: 'Order filters with counts, one at a time', job, round: alone, maxP95: TARGETS.idleFilterP95 },
    );
  }
  return figures;
}

async function measurePeriods(bench: ApiBench): Promise<Figure[]> {
  const { api, sellers } = bench;
  const [largest] = sellers;
  const group = 'Dashboard of a period';
  const figures: Figure[] = [];
  for (const [job, span] of listPeriods()) {
    const round = await ask(bench, [periodCall(largest, span)]);
    figures.push({ group, job, round, maxP95: TARGETS.periodP95 });
  }
  const round = await askAfterSales(api, largest);
  return [...figures, { group, job: 'A year, each time after a sale', round, maxP95: TARGETS.periodP95 }];
}

async function measureSales(bench: ApiBench): Promise<Figure[]> {
  const { sellers } = bench;
  const group = 'Simulated sales';
  const all = await ask(bench, sellersSales(sellers));
  const one = await ask(bench, sellerSales(sellers[0]));
  return [
    { group, job: `of ${sellers.length} sellers`, round: all, minRate: TARGETS.salesPerSecond },
    { group, job: 'of one seller', round: one, minRate: TARGETS.salesOfOneSeller },
  ];
}

/** A file of new products of one seller. */
export async function measureImport({ api, folder, size, sellers }: ApiBench): Promise<ImportFigure> {
  const seller = sellers.at(-1) ?? sellers[0];
  const name = `${Date.now().toString(36)}-importar`;
  const rows = size.importRows;
  const file = await writeCsv(join(folder, `${name}.csv`), { name, rows, fornecedorId: seller.supplierId });
  const { result, seconds, growthMb } = await withGrowth(api, () => upload(api, seller, { file }));
  if (result.created !== rows) throw new Error(`Imported ${result.created} of ${rows} rows.`);
  return { rows, rowsPerSecond: rows / seconds, growthMb };
}

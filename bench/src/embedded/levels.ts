import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { call } from '../call';
import { type Call, drive, type Round } from '../drive';
import { upload, writeCsv } from '../import-file';
import { dashboardCall, newestPages, saleCall } from '../jobs';
import { filterCall } from '../order-filters';
import { residentMb, type Server } from '../processes';
import type { Shop } from './shop';

/** What the server does with so many orders in its embedded database. */
export interface Level {
  orders: number;
  /** Since the level before, by ten sales at a time; the last before the next level. */
  sales: Round;
  reads: { name: string; round: Round }[];
  importRowsPerSecond: number;
  memoryMb: number;
  folderMb: number;
}

export interface LevelBench {
  api: Server;
  shop: Shop;
  dataDir: string;
  /** A folder for the files to import. */
  folder: string;
  connections: number;
  importRows: number;
  seconds: number;
}

/** Sells until there are so many orders, and then measures everything else. */
export async function reach(bench: LevelBench, orders: number): Promise<Level> {
  const { api, dataDir } = bench;
  const sales = await sellUntil(bench, orders);
  const reads: Level['reads'] = [];
  for (const [name, calls] of listReads(bench)) {
    reads.push({ name, round: await measure(bench, calls) });
  }
  return {
    orders: await countOrders(bench),
    sales,
    reads,
    importRowsPerSecond: await importProducts(bench, `nivel${orders}`),
    memoryMb: residentMb(api.pid),
    folderMb: (await sizeOf(dataDir)) / 1024 ** 2,
  };
}

const measure = ({ api, seconds, connections }: LevelBench, calls: readonly Call[]) =>
  drive(api, { calls, seconds, connections });

async function sellUntil(bench: LevelBench, orders: number): Promise<Round> {
  const calls = bench.shop.sold.map((id) => saleCall(bench.shop, id));
  for (;;) {
    const round = await measure(bench, calls);
    if ((await countOrders(bench)) >= orders) return round;
  }
}

const listReads = ({ shop }: LevelBench): [string, readonly Call[]][] => [
  ['product page of 50', newestPages('produtos', [shop])],
  ['order page of 50', newestPages('pedidos', [shop])],
  ['orders with counts', [filterCall(shop, {})]],
  ['search of orders', [filterCall(shop, { busca: 'caneca 3' })]],
  ['dashboard', [dashboardCall(shop)]],
];

async function countOrders({ api, shop }: LevelBench): Promise<number> {
  const counts = await call(api, { method: 'GET', path: '/trpc/orders.counts?input=%7B%7D', seller: shop });
  const { todos } = (counts as { result: { data: { todos: number } } }).result.data;
  return todos;
}

/** Rows per second of a file of new products. */
async function importProducts(bench: LevelBench, name: string): Promise<number> {
  const { api, shop, folder, importRows: rows } = bench;
  const file = await writeCsv(join(folder, `${name}.csv`), { name, rows, fornecedorId: shop.supplierId });
  const startedAt = performance.now();
  const { created } = await upload(api, shop, { file });
  if (created !== rows) throw new Error(`Imported ${created} of ${rows} rows.`);
  return (rows * 1000) / (performance.now() - startedAt);
}

/** Bytes of all files below a folder. What the database takes away meanwhile counts as nothing. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

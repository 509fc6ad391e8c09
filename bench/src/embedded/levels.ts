import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { filterCall } from '../api/order-filters';
import { call } from '../harness/call';
import { type Call, drive, type Round } from '../harness/drive';
import { upload, writeCsv } from '../harness/import-file';
import { dashboardCall, newestPages, saleCall } from '../harness/jobs';
import { peakMb, residentMb, runCommand, type Server, startApi } from '../harness/processes';
import type { Shop } from './shop';

/** What the server does with so many orders in its embedded database. */
export interface Level {
  orders: number;
  startSeconds: number;
  sales: Loads;
  reads: { name: string; loads: Loads }[];
  importing: Importing;
  backupSeconds: number;
  /** Resident, right after the start and at the highest since. */
  memoryMb: { started: number; highest: number };
  folderMb: number;
}

/** The same call one at a time, as by a single person, and several at once. */
export interface Loads {
  alone: Round;
  crowded: Round;
}

/** A file of new products, and pages that are asked for one after the other meanwhile. */
export interface Importing {
  rowsPerSecond: number;
  /** Milliseconds. */
  longestPage: number;
}

export interface LevelBench {
  dataDir: string;
  shop: Shop;
  /** A folder for the files to import and the backup. */
  folder: string;
  connections: number;
  importRows: number;
  seconds: number;
}

/** The server on an embedded database of its own. */
export const startEmbedded = (dataDir: string): Promise<Server> =>
  startApi({ DATABASE_URL: '', DATA_DIR: dataDir });

/** Starts a server on what was filled in, and measures everything that a seller does there. */
export async function measureLevel(bench: LevelBench, name: string): Promise<Level> {
  const { dataDir, shop } = bench;
  // What was filled in is counted for the planner by whoever opens it first.
  await (await startEmbedded(dataDir)).stop();
  const startedAt = performance.now();
  const api = await startEmbedded(dataDir);
  const startSeconds = (performance.now() - startedAt) / 1000;
  try {
    const started = residentMb(api.pid);
    const orders = await countOrders(api, shop);
    const reads: Level['reads'] = [];
    for (const [read, calls] of listReads(shop))
      reads.push({ name: read, loads: await measure(bench, api, calls) });
    const sales = await measure(
      bench,
      api,
      shop.sold.map((id) => saleCall(shop, id)),
    );
    const importing = await importProducts(bench, api, name);
    const folderMb = (await sizeOf(dataDir)) / 1024 ** 2;
    const backupSeconds = await takeBackup(bench, name);
    const memoryMb = { started, highest: peakMb(api.pid) };
    return { orders, startSeconds, sales, reads, importing, backupSeconds, memoryMb, folderMb };
  } finally {
    await api.stop();
  }
}

/** The first seconds after a start are not measured: code is compiled and files are read. */
async function measure(
  { seconds, connections }: LevelBench,
  api: Server,
  calls: readonly Call[],
): Promise<Loads> {
  await drive(api, { calls, seconds: 1, connections: 1 });
  return {
    alone: await drive(api, { calls, seconds, connections: 1 }),
    crowded: await drive(api, { calls, seconds, connections }),
  };
}

const listReads = (shop: Shop): [string, readonly Call[]][] => [
  ['product page of 50', newestPages('produtos', [shop])],
  ['order page of 50', newestPages('pedidos', [shop])],
  ['orders with counts', [filterCall(shop, {})]],
  ['search of orders', [filterCall(shop, { busca: 'cliente 42' })]],
  ['dashboard', [dashboardCall(shop)]],
];

export async function countOrders(api: Server, shop: Shop): Promise<number> {
  const counts = await call(api, { method: 'GET', path: '/trpc/orders.counts?input=%7B%7D', seller: shop });
  const { todos } = (counts as { result: { data: { todos: number } } }).result.data;
  return todos;
}

export async function importProducts(
  { shop, folder, importRows: rows }: Pick<LevelBench, 'shop' | 'folder' | 'importRows'>,
  api: Server,
  name: string,
): Promise<Importing> {
  const file = await writeCsv(join(folder, `${name}.csv`), { name, rows, fornecedorId: shop.supplierId });
  const startedAt = performance.now();
  let isOver = false;
  const importing = upload(api, shop, { file }).finally(() => {
    isOver = true;
  });
  const [page] = newestPages('pedidos', [shop]);
  let longestPage = 0;
  while (!isOver && page !== undefined) {
    const askedAt = performance.now();
    await call(api, page);
    longestPage = Math.max(longestPage, performance.now() - askedAt);
  }
  const { created } = await importing;
  if (created !== rows) throw new Error(`Imported ${created} of ${rows} rows.`);
  return { rowsPerSecond: (rows * 1000) / (performance.now() - startedAt), longestPage };
}

/** By the operator's command, from the running server. */
async function takeBackup({ dataDir, folder }: LevelBench, name: string): Promise<number> {
  const startedAt = performance.now();
  await runCommand('backup', join(folder, `${name}.gz`), { DATA_DIR: dataDir });
  return (performance.now() - startedAt) / 1000;
}

/** Bytes of all files below a folder. What the database takes away meanwhile counts as nothing. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  const size = ({ parentPath, name }: (typeof files)[number]) =>
    stat(join(parentPath, name)).then(
      (file) => file.size,
      () => 0,
    );
  return (await Promise.all(files.map(size))).reduce((sum, each) => sum + each, 0);
}

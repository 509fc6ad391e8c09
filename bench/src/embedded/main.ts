import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CONNECTIONS } from '../api/measure';
import { hardware } from '../harness/machine';
import { writeResults } from '../harness/results-file';
import { count, ms, table } from '../harness/table';
import { addOrders } from './fill';
import { importProducts, type Level, type Loads, measureLevel, startEmbedded } from './levels';
import { openShop, type Shop } from './shop';

const LEVELS = [1_000, 10_000, 50_000];
const PRODUCTS = 5_000;
const SECONDS = 2;

/** What a server without PostgreSQL does, with more and more orders in its embedded database. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { small: { type: 'boolean', default: false } } });
  const levels = values.small ? LEVELS.slice(0, 1) : LEVELS;
  const folder = await mkdtemp(join(tmpdir(), 'esteira-embutida-'));
  const dataDir = join(folder, 'dados');
  try {
    const { shop, firstStartSeconds } = await openFilledShop(dataDir, folder);
    const bench = { shop, dataDir, folder, connections: CONNECTIONS, importRows: PRODUCTS, seconds: SECONDS };
    const measured: Level[] = [];
    let from = 0;
    for (const orders of levels) {
      await timed(`up to ${count(orders)} orders filled in`, () =>
        addOrders(dataDir, { sellerId: shop.id, from, to: orders }),
      );
      from = orders;
      const level = await timed('measured', () => measureLevel(bench, `nivel${orders}`));
      measured.push(level);
    }
    const text = describe(measured, firstStartSeconds);
    console.log(text);
    if (!values.small) await writeResults('embedded', text);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function timed<T>(part: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  console.log(`${part}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}

/** A seller with products, on a database that the first start made. */
async function openFilledShop(
  dataDir: string,
  folder: string,
): Promise<{ shop: Shop; firstStartSeconds: number }> {
  const startedAt = performance.now();
  const api = await startEmbedded(dataDir);
  const firstStartSeconds = (performance.now() - startedAt) / 1000;
  try {
    const shop = await openShop(api);
    await importProducts({ shop, folder, importRows: PRODUCTS }, api, 'inicio');
    return { shop, firstStartSeconds };
  } finally {
    await api.stop();
  }
}

function describe(levels: readonly Level[], firstStartSeconds: number): string {
  const heads = levels.map(({ orders }) => `${count(orders)} orders`);
  const row = (name: string, cell: (level: Level) => string) => [name, ...levels.map(cell)];
  const reads = levels[0]?.reads.map(({ name }) => name) ?? [];
  const loadsOf = (level: Level, name: string) => level.reads.find((read) => read.name === name)?.loads;
  return [
    `Written by \`npm run bench -- embedded\`. ${hardware()}`,
    `One seller at the embedded database, with orders of up to a year. The p95 one at a time, and behind it with ${CONNECTIONS} at once and how many were answered a second, after ${SECONDS} s each: the database does one after the other. Before each column ${count(PRODUCTS)} products more were there: ${count(PRODUCTS)} in the first, ${count(PRODUCTS * levels.length)} in the last. A first start, which makes the database, took ${firstStartSeconds.toFixed(1)} s.`,
    table(
      ['', ...heads],
      [
        ...reads.map((name) => row(name, (level) => describeLoads(loadsOf(level, name)))),
        row('simulated sale', ({ sales }) => describeLoads(sales)),
        row(
          `import of ${count(PRODUCTS)} products`,
          ({ importing }) => `${count(importing.rowsPerSecond)} rows/s`,
        ),
        row('longest order page meanwhile', ({ importing }) => ms(importing.longestPage)),
        row('backup, without any response', ({ backupSeconds }) => `${backupSeconds.toFixed(1)} s`),
        row('start', ({ startSeconds }) => `${startSeconds.toFixed(1)} s`),
        row('memory after the start', ({ memoryMb }) => `${count(memoryMb.started)} MB`),
        row('highest memory', ({ memoryMb }) => `${count(memoryMb.highest)} MB`),
        row('on disk', ({ folderMb }) => `${count(folderMb)} MB`),
      ],
    ),
  ].join('\n\n');
}

const describeLoads = (loads: Loads | undefined) =>
  loads === undefined
    ? '–'
    : `${ms(loads.alone.p95)}; ${ms(loads.crowded.p95)} (${count(loads.crowded.requestsPerSecond)}/s)`;

await main();

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CONNECTIONS } from '../bench';
import { startApi } from '../processes';
import { hardware } from '../report-parts';
import { writeEmbeddedResults } from '../results-file';
import { count, ms, table } from '../table';
import { type Level, reach } from './levels';
import { openShop } from './shop';

const LEVELS = [1_000, 10_000, 50_000, 100_000];
const IMPORT_ROWS = 5_000;
const SECONDS = 4;

/** What a server without PostgreSQL does, with more and more orders in its embedded database. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { small: { type: 'boolean', default: false } } });
  const levels = values.small ? LEVELS.slice(0, 1) : LEVELS;
  const folder = await mkdtemp(join(tmpdir(), 'esteira-embutida-'));
  const dataDir = join(folder, 'dados');
  // No DATABASE_URL: the server opens its own.
  const api = await startApi('', dataDir);
  try {
    const shop = await openShop(api);
    const bench = { api, shop, dataDir, folder, connections: CONNECTIONS };
    const reached: Level[] = [];
    for (const orders of levels) {
      reached.push(await reach({ ...bench, importRows: IMPORT_ROWS, seconds: SECONDS }, orders));
      console.log(describe(reached));
    }
    if (!values.small) await writeEmbeddedResults(describe(reached));
  } finally {
    await api.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function describe(levels: readonly Level[]): string {
  const reads = levels[0]?.reads.map(({ name }) => name) ?? [];
  return [
    `Written by \`npm run bench:embedded\`. ${hardware()}`,
    `One seller at the embedded database, ${CONNECTIONS} requests at a time (the database does one after the other), each kind for ${SECONDS} s once so many orders had been sold; p95, and requests per second. Imports are files of ${count(IMPORT_ROWS)} new products.`,
    table(
      ['orders', 'sales per second', ...reads, 'rows imported per second', 'memory of the server', 'on disk'],
      levels.map(({ orders, sales, reads: rounds, importRowsPerSecond, memoryMb, folderMb }) => [
        count(orders),
        `${count(sales.requestsPerSecond)} (p95 ${ms(sales.p95)})`,
        ...rounds.map(({ round }) => `${ms(round.p95)} (${count(round.requestsPerSecond)}/s)`),
        count(importRowsPerSecond),
        `${count(memoryMb)} MB`,
        `${count(folderMb)} MB`,
      ]),
    ),
  ].join('\n\n');
}

await main();

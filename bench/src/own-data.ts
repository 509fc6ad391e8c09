import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, dropDatabase, withConnection } from './harness/database';
import { type Server, startApi, type Timed, withGrowth } from './harness/processes';
import { writeOwnDataResults } from './harness/results-file';
import { logIn, type Seller } from './harness/sellers';
import { count, table } from './harness/table';
import { load } from './load/load';
import { machine } from './whole/report-parts';

const DATABASE = 'esteira_bench_meus_dados';
/** The second of the two sellers has nine tenths of the orders and four fifths of the products. */
const SHAPE = { sellers: 2, products: 25_000, orders: 112_000 };

/** What a seller downloads as 'Meus dados', with 100,000 orders: how long it takes, and what it costs the server's memory. */
async function main(): Promise<void> {
  const server = process.env['BENCH_DATABASE_URL'];
  if (server === undefined)
    throw new Error('BENCH_DATABASE_URL is missing: start this with `npm run bench:own-data`.');
  const folder = await mkdtemp(join(tmpdir(), 'esteira-own-data-'));
  try {
    const url = await createDatabase(server, DATABASE);
    console.log(`Loading ${count(SHAPE.orders)} orders…`);
    await load(url, SHAPE);
    const text = await measure(url, folder);
    console.log(text);
    await writeOwnDataResults(text);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await dropDatabase(server, DATABASE);
  }
}

async function measure(url: string, folder: string): Promise<string> {
  const api = await startApi(url, folder);
  try {
    const [few, many] = await logIn(api, url, SHAPE.sellers);
    if (few === undefined || many === undefined) throw new Error('A seller is missing.');
    // What is loaded with the first download stays.
    await download(api, few);
    const rows = await countRows(url, many);
    const first = await withGrowth(api, () => download(api, many));
    // What a process keeps for the next one is no growth.
    const second = await withGrowth(api, () => download(api, many));
    return describe(url, { rows, downloads: [first, second] });
  } finally {
    await api.stop();
  }
}

/** Takes the archive and keeps nothing of it; answers its size in bytes. */
async function download(api: Server, { token }: Seller): Promise<number> {
  const answer = await fetch(`${api.url}/api/conta/dados.zip`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!answer.ok || answer.body === null)
    throw new Error(`The archive answered ${answer.status}: ${await answer.text()}`);
  let bytes = 0;
  for await (const piece of answer.body) bytes += piece.byteLength;
  return bytes;
}

const COUNTED = ['pedidos', 'eventos_pedido', 'movimentos_estoque', 'produtos'] as const;

function countRows(url: string, { id }: Seller): Promise<number[]> {
  return withConnection(url, async (sql) => {
    const totals: number[] = [];
    for (const name of COUNTED) {
      const [row] = await sql<{ total: number }[]>`
        SELECT count(*)::int AS total FROM ${sql(name)} WHERE usuario_id = ${id}`;
      totals.push(row?.total ?? 0);
    }
    return totals;
  });
}

async function describe(
  url: string,
  { rows, downloads }: { rows: readonly number[]; downloads: readonly Timed<number>[] },
): Promise<string> {
  const [load] = loadavg();
  return [
    `Written by \`npm run bench:own-data\`. ${await machine(url)}`,
    `All data of a seller as 'Meus dados' hands it out: a ZIP of every table as JSON and as CSV, streamed, twice in a row. Load average of the machine at the end: ${load?.toFixed(1)}.`,
    table(
      [
        'orders',
        'of their history',
        'of the stock ledger',
        'products',
        'seconds',
        'file',
        'memory growth of the server',
      ],
      downloads.map(({ result, seconds, growthMb }) => [
        ...rows.map(count),
        seconds.toFixed(1),
        `${(result / 1024 ** 2).toFixed(1)} MB`,
        `${growthMb.toFixed(0)} MB`,
      ]),
    ),
  ].join('\n\n');
}

await main();

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { medians } from '../harness/compare';
import { type Round, sumUp } from '../harness/drive';
import { cpuMs, type Server } from '../harness/processes';
import type { Seller } from '../harness/sellers';
import { count } from '../harness/table';
import { printResult } from '../whole/bench';
import { getSupplierId, post, upload, writeCsv } from '../whole/import-file';
import type { Bench, Both, Cast, Measured } from './bench';
import { getBareSupplier } from './sellers';

/** Files of so many rows, and how many of them a round sends one after the other. */
const FILES = [
  { rows: 1_000, files: 10 },
  { rows: 100_000, files: 1 },
] as const;

interface Side {
  server: Server;
  seller: Seller;
  supplierId: string;
  /** Answers how many products were made, and of how many bytes the answer was. */
  send(file: string): Promise<{ created: number; bytes: number }>;
}

/** Files of new products of one seller, on both servers in turns. */
export async function measureImports(bench: Bench, cast: Cast, only: string): Promise<Measured[]> {
  const sides = await toSides(bench, cast);
  const results: Measured[] = [];
  for (const { rows, files } of FILES) {
    const job = `Import of ${count(rows)} rows`;
    if (!job.toLowerCase().includes(only) || rows > bench.size.importRows) continue;
    results.push(await compareImports(bench, sides, { job, rows, files }));
  }
  return results;
}

async function toSides({ urls }: Bench, { servers, sellers }: Cast): Promise<Both<Side>> {
  const [product, bare] = [sellers.product.at(-1), sellers.bare.at(-1)];
  if (product === undefined || bare === undefined) throw new Error('Nobody could import.');
  return {
    product: {
      server: servers.product,
      seller: product,
      supplierId: await getSupplierId(urls.product, product),
      send: (file) => upload(servers.product, product, { file }),
    },
    bare: {
      server: servers.bare,
      seller: bare,
      supplierId: await getBareSupplier(urls.bare, bare),
      send: (file) => sendPlainly(servers.bare, bare, file),
    },
  };
}

/** The file is the body. */
async function sendPlainly(server: Server, { id }: Seller, file: string) {
  const headers = {
    'x-usuario-id': id,
    'content-type': 'text/csv',
    'content-length': (await stat(file)).size,
  };
  const text = await post(`${server.url}/api/produtos/importar-csv`, headers, { file });
  const { produtos_criados } = JSON.parse(text) as { produtos_criados: number };
  return { created: produtos_criados, bytes: Buffer.byteLength(text) };
}

interface Importing {
  job: string;
  rows: number;
  files: number;
}

async function compareImports(bench: Bench, sides: Both<Side>, importing: Importing): Promise<Measured> {
  const { product, bare } = sides;
  const warmUp = { ...importing, part: 'aquecimento' };
  const bytes = {
    product: (await importNew(bench, product, warmUp)).bytes,
    bare: (await importNew(bench, bare, warmUp)).bytes,
  };
  const rounds = new Map<Side, Round[]>([
    [product, []],
    [bare, []],
  ]);
  for (let round = 0; round < bench.size.importRounds; round++)
    for (const side of round % 2 === 0 ? [product, bare] : [bare, product]) {
      const imported = await importNew(bench, side, { ...importing, part: String(round) });
      rounds.get(side)?.push(imported.round);
    }
  const compared = {
    job: importing.job,
    first: medians(rounds.get(product) ?? []),
    second: medians(rounds.get(bare) ?? []),
  };
  return { ...printResult(compared), kind: 'import', bytes };
}

/** Writes files that nobody has imported yet, and sends them. */
async function importNew(
  bench: Bench,
  side: Side,
  { rows, files, part }: Importing & { part: string },
): Promise<{ round: Round; bytes: number }> {
  // Its own SKUs in every run, for a database that is measured again.
  const run = Date.now().toString(36);
  const paths: string[] = [];
  for (let file = 0; file < files; file++)
    paths.push(
      await writeCsv(join(bench.folder, `importar-${file}.csv`), {
        name: `${run}-${rows}-${part}-${file}`,
        rows,
        fornecedorId: side.supplierId,
      }),
    );
  return sendAll(bench, side, { paths, rows });
}

async function sendAll(
  { databaseCpuMs }: Bench,
  { server, send }: Side,
  { paths, rows }: { paths: readonly string[]; rows: number },
): Promise<{ round: Round; bytes: number }> {
  const latencies: number[] = [];
  let answered = 0;
  const [cpuBefore, databaseBefore, startedAt] = [cpuMs(server.pid), databaseCpuMs(), performance.now()];
  for (const path of paths) {
    const sentAt = performance.now();
    const { created, bytes } = await send(path);
    if (created !== rows) throw new Error(`Imported ${created} of ${rows} rows.`);
    latencies.push(performance.now() - sentAt);
    answered += bytes;
  }
  const round = {
    ...sumUp(latencies, performance.now() - startedAt, cpuMs(server.pid) - cpuBefore),
    databaseCpuMsPerRequest: (databaseCpuMs() - databaseBefore) / paths.length,
  };
  return { round, bytes: answered / paths.length };
}

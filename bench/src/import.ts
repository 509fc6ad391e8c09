import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { median } from './compare';
import { withConnection } from './database';
import { residentMb, runScript, type Server } from './processes';
import type { Seller } from './sellers';
import type { Size } from './size';

export interface ImportResult {
  apiRowsPerSecond: number;
  bareRowsPerSecond: number;
  /** The highest resident memory during an import less the one before it, in MB; the largest of all rounds. */
  growthMb: number;
}

interface ImportBench {
  api: Server;
  databaseUrl: string;
  seller: Seller;
  /** A folder for the files to import. */
  folder: string;
  size: Size;
}

const SAMPLE_EVERY_MS = 20;
const BOUNDARY = 'esteira-bench-boundary';

/** Imports files of new SKUs through the API and through a bare script in turns. */
export async function compareImports(bench: ImportBench): Promise<ImportResult> {
  const { api, databaseUrl, seller, folder, size } = bench;
  const fornecedorId = await getSupplierId(databaseUrl, seller);
  // Its own SKUs in every run, for a database that is measured again.
  const run = Date.now().toString(36);
  const file = (name: string, rows: number) =>
    writeCsv(join(folder, `${name}.csv`), { name: `${run}-${name}`, rows, fornecedorId });
  await upload(api, seller, await file('aquecimento', Math.min(2_000, size.importRows)));
  const apiRates: number[] = [];
  const bareRates: number[] = [];
  let growthMb = 0;
  for (let round = 0; round < size.importRounds; round++) {
    const upload = await timedUpload(api, seller, await file(`api${round}`, size.importRows));
    if (upload.created !== size.importRows)
      throw new Error(`Imported ${upload.created} of ${size.importRows} rows.`);
    apiRates.push(size.importRows / upload.seconds);
    growthMb = Math.max(growthMb, upload.growthMb);
    const seconds = await runScript('bare-import.ts', {
      BENCH_DATABASE_URL: databaseUrl,
      BENCH_CSV: await file(`bare${round}`, size.importRows),
      BENCH_SELLER: seller.id,
    });
    bareRates.push(size.importRows / Number(seconds));
  }
  return { apiRowsPerSecond: median(apiRates), bareRowsPerSecond: median(bareRates), growthMb };
}

async function timedUpload(api: Server, seller: Seller, file: string) {
  const before = residentMb(api.pid);
  let highest = before;
  const sampler = setInterval(() => {
    highest = Math.max(highest, residentMb(api.pid));
  }, SAMPLE_EVERY_MS);
  try {
    const startedAt = performance.now();
    const created = await upload(api, seller, file);
    return { created, seconds: (performance.now() - startedAt) / 1000, growthMb: highest - before };
  } finally {
    clearInterval(sampler);
  }
}

/** Sends a file as a browser's form does and answers how many products it made. */
async function upload(api: Server, seller: Seller, file: string): Promise<number> {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="produtos.csv"\r\ncontent-type: text/csv\r\n\r\n`;
  const tail = `\r\n--${BOUNDARY}--\r\n`;
  const sent = request(`${api.url}/api/produtos/importar-csv`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${seller.token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': (await stat(file)).size + head.length + tail.length,
    },
  });
  const answered = once(sent, 'response');
  sent.write(head);
  await pipeline(createReadStream(file), sent, { end: false });
  sent.end(tail);
  const [answer] = await answered;
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  if (answer.statusCode !== 200)
    throw new Error(`The import answered ${answer.statusCode}: ${text.slice(0, 500)}`);
  const { produtos_criados, erros } = JSON.parse(text) as { produtos_criados: number; erros: string[] };
  if (erros.length > 0) throw new Error(`The import refused ${erros.length} rows: ${erros[0]}`);
  return produtos_criados;
}

async function getSupplierId(databaseUrl: string, seller: Seller): Promise<string> {
  const [row] = await withConnection(
    databaseUrl,
    (sql) => sql<{ id: string }[]>`SELECT id FROM fornecedores WHERE usuario_id = ${seller.id} LIMIT 1`,
  );
  if (row === undefined) throw new Error('The importing seller has no supplier.');
  return row.id;
}

/** The nine columns; `name` makes the SKUs of this file its own. */
async function writeCsv(
  path: string,
  { name, rows, fornecedorId }: { name: string; rows: number; fornecedorId: string },
): Promise<string> {
  const header =
    'fornecedor_id,nome,descricao,sku,preco_fornecedor,preco_venda_ml,preco_venda_amazon,estoque,imagem_url\n';
  function* lines() {
    yield header;
    for (let row = 1; row <= rows; row++) {
      yield `${fornecedorId},Luminária Premium ${name} ${row},"Enviada pelo fornecedor em dois dias, com garantia",${name}-${row},${(10 + (row % 50)).toFixed(2)},${(40 + (row % 90)).toFixed(2)},${row % 2 ? '' : '69.90'},${row % 300},https://imagens.example/produtos/${row}.jpg\n`;
    }
  }
  await pipeline(lines, createWriteStream(path));
  return path;
}

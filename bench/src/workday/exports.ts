import { type Server, withGrowth } from '../harness/processes';
import type { Seller } from '../harness/sellers';

const FORMATS = ['csv', 'xlsx'] as const;

/** All orders of a seller as a file. */
export interface ExportResult {
  format: (typeof FORMATS)[number];
  orders: number;
  seconds: number;
  /** The size of the file, in MB. */
  fileMb: number;
  /** The highest resident memory meanwhile less the one before it, in MB. */
  growthMb: number;
}

interface ExportBench {
  api: Server;
  /** With the most orders. */
  seller: Seller;
}

/** Exports all of a seller's orders as CSV and as .xlsx. */
export async function measureExports({ api, seller }: ExportBench): Promise<ExportResult[]> {
  const results: ExportResult[] = [];
  for (const format of FORMATS) {
    // What is loaded with the first file stays.
    await download(api, seller, `${format}?status=pendente`);
    const { result, seconds, growthMb } = await withGrowth(api, () => download(api, seller, format));
    const orders = format === 'csv' ? result.lines - 1 : (results[0]?.orders ?? 0);
    results.push({ format, orders, seconds, fileMb: result.bytes / 1024 ** 2, growthMb });
  }
  return results;
}

const LINE_FEED = 10;

/** Takes a file and keeps nothing of it. */
async function download(
  api: Server,
  seller: Seller,
  file: string,
): Promise<{ bytes: number; lines: number }> {
  const answer = await fetch(`${api.url}/api/exportar/pedidos.${file}`, {
    headers: { authorization: `Bearer ${seller.token}` },
  });
  if (!answer.ok || answer.body === null)
    throw new Error(`The export answered ${answer.status}: ${await answer.text()}`);
  let bytes = 0;
  let lines = 0;
  for await (const piece of answer.body) {
    bytes += piece.byteLength;
    for (const byte of piece) if (byte === LINE_FEED) lines += 1;
  }
  return { bytes, lines };
}

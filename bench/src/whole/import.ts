import { join } from 'node:path';
import { median } from '../harness/compare';
import { runScript, type Server, withGrowth } from '../harness/processes';
import type { Seller } from '../harness/sellers';
import type { Size } from '../harness/size';
import { getSupplierId, upload, writeCsv } from './import-file';

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

/** Imports files of new SKUs through the API and through a bare script in turns. */
export async function compareImports(bench: ImportBench): Promise<ImportResult> {
  const { api, databaseUrl, seller, folder, size } = bench;
  const fornecedorId = await getSupplierId(databaseUrl, seller);
  // Its own SKUs in every run, for a database that is measured again.
  const run = Date.now().toString(36);
  const file = (name: string, rows: number) =>
    writeCsv(join(folder, `${name}.csv`), { name: `${run}-${name}`, rows, fornecedorId });
  await upload(api, seller, { file: await file('aquecimento', Math.min(2_000, size.importRows)) });
  const apiRates: number[] = [];
  const bareRates: number[] = [];
  let growthMb = 0;
  for (let round = 0; round < size.importRounds; round++) {
    const path = await file(`api${round}`, size.importRows);
    const timed = await withGrowth(api, () => upload(api, seller, { file: path }));
    if (timed.result.created !== size.importRows)
      throw new Error(`Imported ${timed.result.created} of ${size.importRows} rows.`);
    apiRates.push(size.importRows / timed.seconds);
    growthMb = Math.max(growthMb, timed.growthMb);
    const seconds = await runScript('whole/bare-import.ts', {
      BENCH_DATABASE_URL: databaseUrl,
      BENCH_CSV: await file(`bare${round}`, size.importRows),
      BENCH_SELLER: seller.id,
    });
    bareRates.push(size.importRows / Number(seconds));
  }
  return { apiRowsPerSecond: median(apiRates), bareRowsPerSecond: median(bareRates), growthMb };
}

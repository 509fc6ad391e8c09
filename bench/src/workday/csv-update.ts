import { join } from 'node:path';
import { median } from '../harness/compare';
import { type Server, withGrowth } from '../harness/processes';
import type { Seller } from '../harness/sellers';
import type { Size } from '../harness/size';
import { getSupplierId, upload, writeCsv } from '../whole/import-file';

/** A file with a row for each of many stored products. */
export interface UpdateResult {
  /** What the rows say: other prices and stocks, or what is stored already. */
  rows: 'changed' | 'equal';
  count: number;
  rowsPerSecond: number;
  /** The highest resident memory during an import less the one before it, in MB; the largest of all rounds. */
  growthMb: number;
}

interface UpdateBench {
  api: Server;
  databaseUrl: string;
  seller: Seller;
  /** A folder for the files to import. */
  folder: string;
  size: Size;
}

/** Creates products by a file, then imports files that change every one of them, and then none. */
export async function measureUpdates(bench: UpdateBench): Promise<UpdateResult[]> {
  const { api, databaseUrl, seller, folder, size } = bench;
  const fornecedorId = await getSupplierId(databaseUrl, seller);
  // Its own SKUs in every run, for a database that is measured again.
  const name = `${Date.now().toString(36)}-atualizar`;
  const writeVersion = (version: number) =>
    writeCsv(join(folder, `${name}-${version}.csv`), { name, rows: size.importRows, fornecedorId, version });
  await upload(api, seller, { file: await writeVersion(0) });
  const [changed, equal] = [new Rounds('changed', size), new Rounds('equal', size)];
  for (let round = 1; round <= size.importRounds; round++) {
    const file = await writeVersion(round);
    for (const rounds of [changed, equal]) {
      const timed = await withGrowth(api, () => upload(api, seller, { file, isUpdate: true }));
      const { updated } = timed.result;
      if (updated !== (rounds === changed ? size.importRows : 0))
        throw new Error(`${updated} of ${size.importRows} rows changed a product.`);
      rounds.add(timed);
    }
  }
  return [changed.result(), equal.result()];
}

class Rounds {
  private readonly rates: number[] = [];
  private growthMb = 0;

  constructor(
    private readonly rows: UpdateResult['rows'],
    private readonly size: Size,
  ) {}

  add({ seconds, growthMb }: { seconds: number; growthMb: number }): void {
    this.rates.push(this.size.importRows / seconds);
    this.growthMb = Math.max(this.growthMb, growthMb);
  }

  result(): UpdateResult {
    const { rows, growthMb } = this;
    return { rows, count: this.size.importRows, rowsPerSecond: median(this.rates), growthMb };
  }
}

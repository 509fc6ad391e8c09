import { join } from 'node:path';
import { type Call, drive } from '../harness/drive';
import { dashboardCall, orderPages, productPages, readJobs, saleJob } from '../harness/jobs';
import type { Server } from '../harness/processes';
import type { Seller } from '../harness/sellers';
import { CONNECTIONS } from '../whole/bench';
import { getSupplierId, upload, writeCsv } from '../whole/import-file';

const IMPORT_ROWS = 1_000;

/** Something that sellers do, again and again for some seconds; answers how many times it was done. */
export interface ProfiledJob {
  name: string;
  work: (api: Server, seconds: number) => Promise<number>;
}

interface Sellers {
  url: string;
  /** A folder for the files to import. */
  folder: string;
  /** The first one has the most rows. */
  sellers: readonly [Seller, ...Seller[]];
}

export async function listProfiledJobs({ url, folder, sellers }: Sellers): Promise<ProfiledJob[]> {
  const [largest] = sellers;
  const search = readJobs(sellers).find(({ name }) => name === 'Search, common term')?.calls ?? [];
  const supplierId = await getSupplierId(url, largest);
  return [
    driven('product page of 50', productPages(sellers)),
    driven('order page of 50', orderPages(sellers)),
    driven('dashboard', sellers.map(dashboardCall)),
    driven('search, common term', search),
    driven('simulated sale', saleJob(sellers).calls),
    {
      name: `import of ${IMPORT_ROWS.toLocaleString('en-US')} rows`,
      work: (api, seconds) => importAgainAndAgain(api, { seller: largest, folder, supplierId, seconds }),
    },
  ];
}

const driven = (name: string, calls: readonly Call[]): ProfiledJob => ({
  name,
  work: async (api, seconds) => {
    const { requests } = await drive(api, { calls, seconds, connections: CONNECTIONS });
    return requests;
  },
});

interface Imports {
  seller: Seller;
  folder: string;
  supplierId: string;
  seconds: number;
}

/** One file of new products after the other. */
async function importAgainAndAgain(
  api: Server,
  { seller, folder, supplierId: fornecedorId, seconds }: Imports,
): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let done = 0;
  for (; performance.now() < end; done += 1) {
    const name = `perfil-${Date.now().toString(36)}-${done}`;
    const file = await writeCsv(join(folder, 'perfil.csv'), { name, rows: IMPORT_ROWS, fornecedorId });
    const { created } = await upload(api, seller, { file });
    if (created !== IMPORT_ROWS) throw new Error(`Imported ${created} of ${IMPORT_ROWS} rows.`);
  }
  return done;
}

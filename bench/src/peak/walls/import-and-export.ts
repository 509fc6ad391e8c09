import { join } from 'node:path';
import { upload, writeCsv } from '../../harness/import-file';
import type { Server } from '../../harness/processes';
import type { Seller } from '../../harness/sellers';
import { roundRobin } from '../act';
import { take } from '../ask';

/**
 * Imports files of a seller and exports all orders until told to end, in a process of its own: reading and writing so
 * much would hold the one that measures what others wait for.
 */

/** What it is begun with. */
export interface FileWork {
  api: Pick<Server, 'url'>;
  folder: string;
  seller: Seller;
  rows: number;
}

/** What it did. */
export interface FilesDone {
  imports: number;
  exports: number;
}

process.once('message', async ({ api, folder, seller, rows }: FileWork) => {
  const done: FilesDone = { imports: 0, exports: 0 };
  let isOver = false;
  process.once('message', () => {
    isOver = true;
  });
  const file = join(folder, 'muitos.csv');
  const importAll = async () => {
    const fornecedorId = seller.supplierId;
    for (; !isOver; done.imports += 1) {
      await writeCsv(file, { name: 'muitos', rows, fornecedorId, version: done.imports });
      await upload(api, seller, { file, isUpdate: done.imports > 0 });
    }
  };
  const exportAll = async () => {
    const next = roundRobin(['csv', 'xlsx']);
    for (; !isOver; done.exports += 1) await take(api, `/api/exportar/pedidos.${next()}`, seller);
  };
  // What fails here ends the process, which says so on its error output.
  await Promise.all([importAll(), exportAll()]);
  process.send?.(done, () => process.exit());
});
// It does not outlive who asks.
process.once('disconnect', () => process.exit());

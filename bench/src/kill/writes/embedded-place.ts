import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '@esteira/db/embedded';
import { migrationsFolder } from '../../database';
import type { Place } from './place';

/** The embedded database in a folder of its own; between two servers this process opens it itself. */
export async function createEmbeddedPlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'esteira-kill-'));
  const [model, dataDir] = [join(folder, 'model'), join(folder, 'data')];
  const renew = async () => {
    await rm(dataDir, { recursive: true, force: true });
    // A killed server leaves its backup socket behind.
    await cp(model, dataDir, { recursive: true, filter: (path) => !path.endsWith('.sock') });
  };
  return {
    kind: 'embedded',
    env: () => ({ DATA_DIR: dataDir }),
    keepAsModel: async () => {
      await rename(dataDir, model);
      await renew();
    },
    renew,
    read: async (work) => {
      const opened = await openEmbedded({ dataDir, migrationsFolder, onLockLost: fail });
      try {
        return await work(opened.db);
      } finally {
        await opened.close();
      }
    },
    killDatabase: null,
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

function fail(error: Error): never {
  throw error;
}

import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '@esteira/db/embedded';
import { migrationsFolder } from '../../../harness/database';
import type { Place } from './place';

/** The embedded database in a folder of its own; between two servers this process opens it itself. */
export async function createEmbeddedPlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'esteira-kill-'));
  const [model, dataDir] = [join(folder, 'model'), join(folder, 'data')];
  let broken = 0;

  /** What did not open is kept for whoever wants to know why. */
  async function quarantine(cause: unknown): Promise<never> {
    broken += 1;
    const kept = join(folder, `broken-${broken}`);
    await cp(dataDir, kept, copying);
    throw new Error(`The embedded database does not open (kept in ${kept}): ${String(cause)}`, { cause });
  }

  const renew = async () => {
    await rm(dataDir, { recursive: true, force: true });
    await cp(model, dataDir, copying);
  };
  return {
    kind: 'embedded',
    env: () => ({ DATA_DIR: dataDir }),
    saveAsTemplate: async () => {
      await rename(dataDir, model);
      await renew();
    },
    renew,
    read: async (work) => {
      const options = { dataDir, migrationsFolder, onLockLost: fail };
      const opened = await openEmbedded(options).catch(quarantine);
      try {
        return await work(opened.db);
      } finally {
        await opened.close();
      }
    },
    killDatabase: null,
    close: async () => {
      if (broken === 0) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A killed server leaves its backup socket behind. */
const copying = { recursive: true, filter: (path: string) => !path.endsWith('.sock') };

function fail(error: Error): never {
  throw error;
}

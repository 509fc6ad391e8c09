import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, dropDatabase } from '../harness/database';
import { load } from './load';

/** Of each seller on average. The first one has a fifth of all products and a tenth of all orders. */
const SHAPE = { products: 50, orders: 120 };

export interface Place {
  databaseUrl: string;
  /** For files. */
  folder: string;
}

/** Works with a loaded database of this name and a new folder; removes both. `orders` of each seller on average. */
export async function withLoaded<T>(
  server: string,
  { name, sellers, orders = SHAPE.orders }: { name: string; sellers: number; orders?: number },
  work: (place: Place) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'esteira-bench-'));
  try {
    const databaseUrl = await createDatabase(server, name);
    await load(databaseUrl, { sellers, products: SHAPE.products * sellers, orders: orders * sellers });
    return await work({ databaseUrl, folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
    await dropDatabase(server, name);
  }
}

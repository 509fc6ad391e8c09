import { statfsSync } from 'node:fs';
import type { PGlite, Transaction } from '@electric-sql/pglite';

const MEGABYTE = 1024 * 1024;

/**
 * With less than this on its disk the embedded database writes no more. Its log grows by files of 16 MB, and when one
 * of them cannot be made it does not fail: it stops answering for ever.
 */
export const MIN_FREE_BYTES = 64 * MEGABYTE;

const READ_ONLY_TRANSACTION = '25006';

/** The disk of the embedded database is too full to write on. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError';
  /** PostgreSQL's own code for it, disk_full. */
  readonly code = '53100';

  constructor(folder: string, freeBytes: number) {
    super(
      `The disk of ${folder} is full: ${Math.floor(freeBytes / MEGABYTE)} MB are free, and the embedded database needs ` +
        `${MIN_FREE_BYTES / MEGABYTE} MB to write safely. Free some space, or set DATA_DIR or DATABASE_URL.`,
    );
  }
}

/** Answers how many bytes the folder's disk has left; infinitely many where the system does not say. */
export function readFreeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** What Drizzle and scripts need of the embedded database. */
export type EmbeddedClient = Pick<PGlite, 'query' | 'exec' | 'transaction'>;

interface Disk {
  folder: string;
  freeBytes: (folder: string) => number;
}

/**
 * The same client, which only reads while the disk is too full: writes reject with `DiskFullError`, also in
 * transactions that began before, and work again as soon as there is space.
 */
export function guardDisk(client: PGlite, disk: Disk): EmbeddedClient {
  let isReadOnly = false;

  async function followDisk(): Promise<void> {
    if (isFull(disk) === isReadOnly) return;
    isReadOnly = !isReadOnly;
    await client.exec(`SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
  }

  async function run<T>(work: () => Promise<T>): Promise<T> {
    try {
      await followDisk();
      return await work();
    } catch (error) {
      throw toDiskFull(error, disk);
    }
  }

  const guarded: EmbeddedClient = {
    query: (...query) => run(() => client.query(...query)),
    exec: (...script) => run(() => client.exec(...script)),
    transaction: (body) => run(() => client.transaction((tx) => body(guardTransaction(tx, disk)))),
  };
  return guarded;
}

function guardTransaction(tx: Transaction, disk: Disk): Transaction {
  let isReadOnly = false;
  const query: Transaction['query'] = async (...statement) => {
    try {
      if (!isReadOnly && isFull(disk)) {
        isReadOnly = true;
        await tx.exec('SET TRANSACTION READ ONLY');
      }
      return await tx.query(...statement);
    } catch (error) {
      throw toDiskFull(error, disk);
    }
  };
  return { ...tx, query };
}

const isFull = ({ folder, freeBytes }: Disk) => freeBytes(folder) < MIN_FREE_BYTES;

/** Only the guard makes a transaction read-only. */
function toDiskFull(error: unknown, { folder, freeBytes }: Disk): unknown {
  const { code } = error as { code?: unknown };
  return code === READ_ONLY_TRANSACTION ? new DiskFullError(folder, freeBytes(folder)) : error;
}

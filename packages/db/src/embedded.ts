import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { type ChannelHandlers, createDatabase, type OpenDatabase } from './database';
import { lockDirectory } from './embedded/directory-lock';
import {
  DiskFullError,
  type EmbeddedClient,
  guardDisk,
  MIN_FREE_BYTES,
  readFreeBytes,
} from './embedded/disk-space';
import { startWatchdog } from './embedded/watchdog';
import { migrate } from './migrations';
import { type RunStatement, runInTransaction, type StatementRunner } from './statements';
import { startUpkeep } from './upkeep';
import { type OnStatement, watchStatements } from './watched-statements';
import { readAsWritten } from './written-values';

export interface EmbeddedOptions {
  /** The data directory; the database lives in its `pglite` folder. */
  dataDir: string;
  migrationsFolder: string;
  /** Called when the directory lock was lost (the process was suspended): stop writing at once. */
  onLockLost: (error: Error) => void;
  /** Told of every statement; see `watchStatements`. */
  onStatement?: OnStatement | undefined;
  /** Bytes that are left on a folder's disk; the system is asked unless told. */
  freeBytes?: (folder: string) => number;
}

const extensions = { btree_gin, pg_trgm };

/**
 * Opens the embedded PostgreSQL, migrated. Holds an exclusive lock on the directory meanwhile: two processes
 * on one directory would corrupt it. Rejects with `DirectoryInUseError` when another process has it, and with
 * `DiskFullError` when there is no space to write in; while that is so later, it only reads.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<OpenDatabase> {
  const disk = { folder: options.dataDir, freeBytes: options.freeBytes ?? readFreeBytes };
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const free = disk.freeBytes(disk.folder);
  if (free < MIN_FREE_BYTES) throw new DiskFullError(disk.folder, free);
  const unlock = await lockDirectory(options.dataDir, options.onLockLost);
  try {
    const client = await createPrivately(join(options.dataDir, 'pglite'));
    await migrate((statements) => scriptEmbedded(client, statements), options.migrationsFolder).catch(
      async (error: unknown) => {
        await client.close();
        throw error;
      },
    );
    const guarded = guardDisk(client, disk);
    const stopWatchdog = startWatchdog();
    const stopUpkeep = startUpkeep(guarded);
    const runner = embeddedRunner(guarded);
    const db = createDatabase(options.onStatement ? watchStatements(runner, options.onStatement) : runner);
    return {
      kind: 'embedded',
      db,
      heavy: db,
      reserved: db,
      listen: (channel, handlers) => listenEmbedded(client, channel, handlers),
      script: (statements) => scriptEmbedded(guarded, statements),
      close: async () => {
        await stopUpkeep();
        stopWatchdog();
        await client.close();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Whoever else has an account on this machine must not read password hashes in its files, nor write into them. */
async function createPrivately(folder: string): Promise<PGlite> {
  // For what PGlite makes later; what it unpacks at first is open to all whatever this says.
  process.umask(0o077);
  makePrivate(folder);
  const client = await PGlite.create({ dataDir: folder, extensions });
  makePrivate(folder);
  return readAsWritten(client);
}

/** An embedded database in memory, from a dump when one is given. For tests. */
export async function createInMemory(dump?: Blob): Promise<PGlite> {
  const client = await PGlite.create({ extensions, ...(dump === undefined ? {} : { loadDataDir: dump }) });
  return readAsWritten(client);
}

/** The embedded database has one connection that is never lost, so there is no gap; it tells before a commit answers. */
export async function listenEmbedded(
  client: PGlite,
  channel: string,
  { onMessage }: ChannelHandlers,
): Promise<void> {
  await client.listen(channel, onMessage);
}

/** See `OpenDatabase.script`. */
export async function scriptEmbedded(
  client: EmbeddedClient,
  statements: string,
): Promise<Record<string, unknown>[]> {
  try {
    return (await client.exec(statements)).at(-1)?.rows ?? [];
  } catch (error) {
    await client.exec('ROLLBACK');
    throw error;
  }
}

/** Of a client that `readAsWritten` has prepared. */
export function embeddedRunner(client: EmbeddedClient): StatementRunner {
  return {
    run: runOn(client),
    transaction: (work) => client.transaction((tx) => runInTransaction(runOn(tx), work)),
  };
}

function runOn(client: Pick<EmbeddedClient, 'query'>): RunStatement {
  return async ({ text, values, asArrays }) => {
    const { rows } = await client.query(text, values, asArrays ? { rowMode: 'array' } : {});
    return rows;
  };
}

const ONLY_OWNER_ENTERS = 0o700;
const ONLY_OWNER_READS = 0o600;

/** Makes the folder where it is missing, and everything in it unreadable to the machine's other users. */
function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: ONLY_OWNER_ENTERS });
  const found = lstatSync(folder);
  // First the folder: behind it nothing is reached any more.
  setMode(folder, found.mode, ONLY_OWNER_ENTERS);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makePrivate(path);
    else if (entry.isFile()) setMode(path, lstatSync(path).mode, ONLY_OWNER_READS);
  }
}

function setMode(path: string, mode: number, wanted: number): void {
  if ((mode & 0o777) !== wanted) chmodSync(path, wanted);
}

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { readBackup } from '@esteira/db/backup/read-backup';
import { writeBackup } from '@esteira/db/backup/write-backup';
import type { Database } from '@esteira/db/database';
import { type Config, readEnvironment } from '../env/env';
import { toBackupSocket } from '../startup/backup-socket';
import { openDatabase, stopWithoutLock } from '../startup/open-database';
import { StartError, startFailure } from '../startup/start-error';

/** `backup <file>`: writes everything the database holds into a file, also while a server is running. */
async function main(): Promise<void> {
  const [file, ...rest] = process.argv.slice(2);
  if (file === undefined || rest.length > 0) throw new StartError('Usage: npm run backup -- <file>');
  if (await stat(file).catch(() => null)) throw new StartError(`${file} exists already.`);
  const draft = `${file}.part`;
  try {
    const target = createWriteStream(draft, { mode: 0o600 });
    await take(readEnvironment(), target);
    const rows = await countRows(draft);
    await rename(draft, file);
    console.log(`${rows} rows are in ${file}.`);
  } finally {
    await rm(draft, { force: true });
  }
}

/** From the server that has the embedded database, or from the database itself. */
async function take(config: Config, target: Writable): Promise<void> {
  const server = config.database === null ? await connectToServer(config.dataDir) : null;
  if (server !== null) return pipeline(server, target);
  const database = await openDatabase(config, stopWithoutLock);
  try {
    await write(database.heavy, target);
  } finally {
    await database.close();
  }
}

async function connectToServer(dataDir: string): Promise<Socket | null> {
  const path = toBackupSocket(dataDir);
  if (path === null) return null;
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return socket;
  } catch {
    // No server runs on this directory.
    return null;
  }
}

async function write(db: Database, target: Writable): Promise<void> {
  const gzip = createGzip();
  const written = pipeline(gzip, target);
  await writeBackup(db, async (text) => {
    if (!gzip.write(text)) await Promise.race([once(gzip, 'drain'), written]);
  });
  gzip.end();
  await written;
}

/** Reads the backup to its end, so that one which was cut off is never taken for a whole one. */
async function countRows(file: string): Promise<number> {
  let total = 0;
  for await (const { rows } of readBackup(file)) total += rows.length;
  return total;
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(startFailure(error));
    process.exit(1);
  },
);

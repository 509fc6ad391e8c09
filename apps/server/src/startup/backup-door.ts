import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import { writeBackup } from '@esteira/db/backup/write-backup';
import type { Database } from '@esteira/db/database';

/** Linux takes no longer path of a socket; macOS 104. */
const MAX_PATH_BYTES = 100;
/** Everybody else waits for the embedded database meanwhile: who does not take the backup is not waited for. */
const STALLED_AFTER_MS = 30_000;

/** Where a server with an embedded database hands out backups: it alone may open that database. Null: nowhere. */
export function toBackupDoor(dataDir: string): string | null {
  const path = join(dataDir, 'backup.sock');
  return Buffer.byteLength(path) > MAX_PATH_BYTES ? null : path;
}

/** Opens the door; only this user of the machine may go through. Answers how to close it. */
export async function openBackupDoor(
  db: Database,
  dataDir: string,
  onFailure: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const path = toBackupDoor(dataDir);
  if (path === null) return async () => undefined;
  const server = createServer((socket) => {
    socket.setTimeout(STALLED_AFTER_MS, () => socket.destroy());
    socket.on('error', () => undefined);
    sendBackup(db, socket).catch((error: unknown) => {
      socket.destroy();
      onFailure(error);
    });
  });
  // A killed server leaves it behind; whoever has the directory's lock is the only one.
  rmSync(path, { force: true });
  const mask = process.umask(0o177);
  try {
    server.listen(path);
    await once(server, 'listening');
  } finally {
    process.umask(mask);
  }
  server.unref();
  return () => close(server);
}

async function sendBackup(db: Database, socket: Socket): Promise<void> {
  const gone = new AbortController();
  socket.once('close', () => gone.abort(new Error('who asked for a backup went away')));
  const gzip = createGzip({ level: 6 });
  gzip.pipe(socket);
  await writeBackup(db, async (text) => {
    gone.signal.throwIfAborted();
    if (!gzip.write(text)) await once(gzip, 'drain', gone);
  });
  gzip.end();
}

function close(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
  });
}

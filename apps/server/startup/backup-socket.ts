import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import { writeBackup } from '@esteira/db/backup/write-backup';
import type { Database } from '@esteira/db/database';

/** Linux takes no longer path of a socket; macOS 104. */
const MAX_PATH_BYTES = 100;
/** A backup locks the embedded database, so a client that stops reading is disconnected. */
const STALLED_AFTER_MS = 30_000;

/** The socket at which a server with an embedded database hands out backups. Null where its path would be too long. */
export function toBackupSocket(dataDir: string): string | null {
  const path = join(dataDir, 'backup.sock');
  return Buffer.byteLength(path) > MAX_PATH_BYTES ? null : path;
}

/** Opens the socket for this user of the machine only. Returns how to close it. */
export async function openBackupSocket(
  db: Database,
  dataDir: string,
  onFailure: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const path = toBackupSocket(dataDir);
  if (path === null) return async () => undefined;
  const server = createServer((socket) => {
    socket.setTimeout(STALLED_AFTER_MS, () => socket.destroy());
    socket.on('error', () => undefined);
    sendBackup(db, socket).catch((error: unknown) => {
      socket.destroy();
      onFailure(error);
    });
  });
  // A killed server leaves it behind; this one holds the directory's lock.
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
  socket.once('close', () => gone.abort(new Error('the client of the backup disconnected')));
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

import { randomUUID } from 'node:crypto';
import { open, rm, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../../core/errors';

const CHUNK = 64 * 1024;

/** An upload on disk, so that neither its size costs memory nor its slowness a transaction (decisions §7). */
export interface SpoolFile {
  append(chunk: Uint8Array): Promise<void>;
  /** The bytes from the beginning, as often as needed. A chunk is only valid until the next one is asked for. */
  chunks(): AsyncIterable<Uint8Array>;
  /** Releases and removes it. */
  close(): Promise<void>;
}

export async function openSpoolFile(): Promise<SpoolFile> {
  const path = join(tmpdir(), `esteira-importacao-${randomUUID()}.csv`);
  const handle = await open(path, 'wx+', 0o600);
  // Without a name it is gone with this process, however that ends; where that is not possible, close() removes it.
  const isNamed = await unlink(path).then(
    () => false,
    () => true,
  );
  return {
    append: (chunk) => handle.writeFile(chunk).catch(refuseUnwritable),
    async *chunks() {
      const buffer = new Uint8Array(CHUNK);
      for (let position = 0; ; ) {
        const { bytesRead } = await handle.read(buffer, 0, CHUNK, position);
        if (bytesRead === 0) return;
        position += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    },
    async close() {
      await handle.close();
      if (isNamed) await rm(path, { force: true });
    },
  };
}

function refuseUnwritable(cause: unknown): never {
  throw new AppError(
    'unavailable',
    'Não foi possível guardar o arquivo enviado. Tente novamente em instantes.',
    {
      cause,
    },
  );
}

import { randomUUID } from 'node:crypto';
import { open, rm, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isWorkbookName, refuseFileName } from '@esteira/validators/csv/file-name';
import { CSV_FILE_PROBLEMS, CSV_MAX_BYTES } from '@esteira/validators/csv/product-csv';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, invalidField } from '../../../core/errors';

const MEGABYTE = 1024 * 1024;
/** What an upload may hold beside the file: the multipart envelope. */
const ENVELOPE_BYTES = MEGABYTE;
/** How long an upload may stand still. */
const STALL_LIMIT_MS = 60_000;
/** How much of a refused upload is still read, because a browser shows no answer before it has sent its file. */
const DRAIN_BYTES = 200 * MEGABYTE;

const CHUNK_BYTES = 64 * 1024;

/** What @fastify/multipart is registered with. */
export const UPLOAD_LIMITS = { files: 1, fileSize: CSV_MAX_BYTES, fields: 10, fieldSize: 10_000, parts: 20 };

const noFile = () => invalidField('arquivo', CSV_FILE_PROBLEMS.none);
const tooLarge = () => new AppError('too_large', CSV_FILE_PROBLEMS.tooLarge);

/** What was uploaded, and whether its name says that it is a workbook. */
export interface UploadedFile {
  spool: SpoolFile;
  isWorkbook: boolean;
}

/** Brings the uploaded `file` onto disk; the caller closes it. Refusals leave nothing behind. */
export async function receiveFile(request: FastifyRequest): Promise<UploadedFile> {
  refuseByHeaders(request);
  const spool = await openSpoolFile();
  try {
    const filename = await copyUpload(request, spool);
    return { spool, isWorkbook: isWorkbookName(filename) };
  } catch (error) {
    await spool.close();
    throw toUploadFailure(error);
  } finally {
    drain(request.raw);
  }
}

function refuseByHeaders({ headers }: FastifyRequest): void {
  const length = Number(headers['content-length'] ?? 0);
  if (headers['content-type'] === undefined && headers['transfer-encoding'] === undefined && length === 0) {
    throw noFile();
  }
  if (!/^multipart\/form-data\b/i.test(headers['content-type'] ?? '')) {
    throw new AppError('unsupported_media', 'Envie o arquivo CSV como multipart/form-data, no campo file');
  }
  if (length > CSV_MAX_BYTES + ENVELOPE_BYTES) throw tooLarge();
}

/** Answers the file's name. */
async function copyUpload(request: FastifyRequest, spool: SpoolFile): Promise<string> {
  const stalled = setTimeout(() => request.raw.destroy(), STALL_LIMIT_MS);
  let filename: string | null = null;
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue;
      refuseOtherFiles(part);
      for await (const chunk of part.file) {
        stalled.refresh();
        await spool.append(chunk);
        if (part.file.truncated) throw tooLarge();
      }
      if (part.file.truncated) throw tooLarge();
      filename = part.filename;
    }
  } finally {
    clearTimeout(stalled);
  }
  if (filename === null) throw noFile();
  return filename;
}

function refuseOtherFiles({ fieldname, filename }: MultipartFile): void {
  if (fieldname !== 'file' || filename === '') throw noFile();
  const problem = refuseFileName(filename);
  if (problem !== null) throw invalidField('arquivo', problem);
}

/** Whatever reading the envelope fails with, it is the client's fault: cut off, malformed, beyond a limit. */
function toUploadFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  if (code === 'FST_FILES_LIMIT') return invalidField('arquivo', 'Envie um arquivo por vez');
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT') {
    return invalidField('arquivo', 'Envie só o arquivo, no campo file');
  }
  return new AppError('malformed', 'O envio do arquivo foi interrompido ou está malformado', {
    cause: error,
  });
}

function drain(incoming: FastifyRequest['raw']): void {
  if (incoming.readableEnded || incoming.destroyed) return;
  let left = DRAIN_BYTES;
  incoming.unpipe();
  incoming.on('data', (chunk: Uint8Array) => {
    left -= chunk.byteLength;
    if (left < 0) incoming.destroy();
  });
  incoming.resume();
}

/** An upload on disk, so that neither its size costs memory nor its slowness a transaction. */
export interface SpoolFile {
  append(chunk: Uint8Array): Promise<void>;
  /** The bytes from the beginning, as often as needed. A chunk is only valid until the next one is asked for. */
  chunks(): AsyncIterable<Uint8Array>;
  /** So many bytes from there on; fewer at its end. */
  read(position: number, length: number): Promise<Uint8Array>;
  size(): Promise<number>;
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
      const buffer = new Uint8Array(CHUNK_BYTES);
      for (let position = 0; ; ) {
        const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, position);
        if (bytesRead === 0) return;
        position += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    },
    async read(position, length) {
      const buffer = new Uint8Array(length);
      const { bytesRead } = await handle.read(buffer, 0, length, position);
      return buffer.subarray(0, bytesRead);
    },
    size: async () => (await handle.stat()).size,
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

import { CSV_FILE_PROBLEMS } from '@esteira/validators/csv/csv-file';
import { CSV_MAX_BYTES } from '@esteira/validators/csv/product-csv';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../core/errors';
import { openSpoolFile, type SpoolFile } from './spool-file';

const MEGABYTE = 1024 * 1024;
/** What an upload may hold beside the file: the multipart envelope. */
const ENVELOPE_BYTES = MEGABYTE;
/** How long an upload may stand still (ms). */
const STALL_LIMIT = 60_000;
/** How much of a refused upload is still read, because a browser shows no answer before it has sent its file. */
const DRAIN_BYTES = 200 * MEGABYTE;

/** What @fastify/multipart is registered with. */
export const UPLOAD_LIMITS = { files: 1, fileSize: CSV_MAX_BYTES, fields: 10, fieldSize: 10_000, parts: 20 };

const noFile = () => new AppError('invalid', CSV_FILE_PROBLEMS.none);
const tooLarge = () => new AppError('too_large', CSV_FILE_PROBLEMS.tooLarge);

/** Brings the uploaded `file` onto disk; the caller closes it. Refusals leave nothing behind. */
export async function receiveCsv(request: FastifyRequest): Promise<SpoolFile> {
  refuseByHeaders(request);
  const spool = await openSpoolFile();
  try {
    await copyUpload(request, spool);
    return spool;
  } catch (error) {
    await spool.close();
    throw uploadFailure(error);
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

async function copyUpload(request: FastifyRequest, spool: SpoolFile): Promise<void> {
  const stalled = setTimeout(() => request.raw.destroy(), STALL_LIMIT);
  let isReceived = false;
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
      isReceived = true;
    }
  } finally {
    clearTimeout(stalled);
  }
  if (!isReceived) throw noFile();
}

function refuseOtherFiles({ fieldname, filename }: MultipartFile): void {
  if (fieldname !== 'file' || filename === '') throw noFile();
  if (!/\.csv$/i.test(filename)) throw new AppError('invalid', CSV_FILE_PROBLEMS.extension);
}

/** Whatever reading the envelope fails with, it is the client's fault: cut off, malformed, beyond a limit. */
function uploadFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  if (code === 'FST_FILES_LIMIT')
    return new AppError('invalid', 'Envie um arquivo por vez', { cause: error });
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT') {
    return new AppError('invalid', 'Envie só o arquivo, no campo file', { cause: error });
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

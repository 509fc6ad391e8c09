import { type CsvImportAnswer, csvImportAnswer } from '@esteira/validators/csv/product-csv';
import { markUnreachable } from '../../../lib/live/connection-store';
import { getSession } from '../../../lib/session/session-store';

interface ImportRequest {
  file: File;
  signal: AbortSignal;
  /** 0 to 1 while the file goes up; 1 once all of it is there and the server works. */
  onProgress: (fraction: number) => void;
}

/** The user called the import off. */
export class ImportCancelled extends Error {
  constructor() {
    super('import cancelled');
  }
}

/**
 * Sends the file to the one call that is not tRPC (spec §7). XMLHttpRequest, because fetch reports no progress of
 * an upload. Fails with the same shape of error as tRPC does: `error.data.detail`, `error.data.httpStatus`.
 */
export async function importCsv(request: ImportRequest): Promise<CsvImportAnswer> {
  await refuseChanged(request.file);
  return send(request);
}

function send({ file, signal, onProgress }: ImportRequest): Promise<CsvImportAnswer> {
  const { token } = getSession();
  const form = new FormData();
  form.append('file', file);

  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new ImportCancelled());
    const request = new XMLHttpRequest();
    request.open('POST', '/api/produtos/importar-csv');
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    // The last stretch belongs to `onload`: what was handed to the network has not yet arrived.
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress(total > 0 ? Math.min(loaded / total, 0.99) : 0);
    request.upload.onload = () => onProgress(1);
    request.onerror = () => {
      markUnreachable();
      reject(new Error('no answer'));
    };
    request.onabort = () => reject(new ImportCancelled());
    request.onload = () => {
      const body = parsed(request.responseText);
      const answer = csvImportAnswer.safeParse(body);
      if (request.status === 200 && answer.success) resolve(answer.data);
      else reject(new ImportError(request.status, body));
    };
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

/** A browser refuses to send a file that was saved anew since it was chosen, without saying so. */
async function refuseChanged(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new ImportError(null, { detail: FILE_CHANGED });
  }
}

export const FILE_CHANGED = 'O arquivo mudou depois de escolhido. Escolha-o de novo.';

class ImportError extends Error {
  readonly data: { httpStatus: number | null; detail: unknown };

  constructor(status: number | null, body: unknown) {
    super(`import refused with ${status ?? 'no status'}`);
    const detail = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : undefined;
    this.data = { httpStatus: status, detail };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

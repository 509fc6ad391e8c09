import { type CsvImportAnswer, csvImportAnswer } from '@esteira/validators/product-csv';
import { getSession } from '../../lib/session-store';

interface ImportRequest {
  file: File;
  /** 0 to 1, while the file goes up. */
  onProgress: (fraction: number) => void;
}

/**
 * Sends the file to the one call that is not tRPC (spec §7). XMLHttpRequest, because fetch reports no progress of
 * an upload. Fails with the same shape of error as tRPC does: `error.data.detail`, `error.data.httpStatus`.
 */
export function importCsv({ file, onProgress }: ImportRequest): Promise<CsvImportAnswer> {
  const { token } = getSession();
  const form = new FormData();
  form.append('file', file);

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/api/produtos/importar-csv');
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new Error('no answer'));
    request.onload = () => {
      const body = parsed(request.responseText);
      const answer = csvImportAnswer.safeParse(body);
      if (request.status === 200 && answer.success) resolve(answer.data);
      else reject(new ImportError(request.status, body));
    };
    request.send(form);
  });
}

class ImportError extends Error {
  readonly data: { httpStatus: number; detail: unknown };

  constructor(status: number, body: unknown) {
    super(`import refused with ${status}`);
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

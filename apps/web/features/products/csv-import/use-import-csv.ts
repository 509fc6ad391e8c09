import { countText } from '@esteira/domain/text/count-text';
import { type CsvImportResponse, csvImportResponse } from '@esteira/validators/csv/product-csv';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { markUnreachable } from '../../../lib/live/connection-store';
import { getSession } from '../../../lib/session/session-store';
import { toastFailure } from '../../../lib/toasts';
import { useProductCache } from '../list/use-product-cache';
import { FILE_CHANGED, prepareFile } from './prepare-file';
import type { ReadingChoices } from './preview/preview-reader';

/**
 * Sends a file. Until all of it has arrived `cancel` aborts it, and so does leaving the screen; from then on the
 * server finishes, whether somebody waits for the answer or not, and the toasts tell what came of it.
 */
export function useImportCsv() {
  const { reload } = useProductCache();
  const [progress, setProgress] = useState(0);
  const running = useRef<AbortController | null>(null);
  const arrived = useRef(false);

  function onProgress(fraction: number) {
    arrived.current = fraction === 1;
    setProgress(fraction);
  }

  const mutation = useMutation({
    mutationFn: async ({ file, choices }: { file: File; choices: ReadingChoices }) => {
      const controller = new AbortController();
      running.current = controller;
      await refuseChanged(file);
      const prepared = await prepareFile(file, choices);
      const { signal } = controller;
      return send({ file: prepared, isUpdate: choices.isUpdate, signal, onProgress });
    },
    onMutate: () => onProgress(0),
    onSuccess: ({ produtos_criados, produtos_atualizados, erros }) => {
      toast.success(describeImport(produtos_criados, produtos_atualizados));
      // As the product's rules word it, whatever the number.
      if (erros.length > 0) toast.warning(`${erros.length} erros encontrados`);
      void reload();
    },
    onError: (error) => {
      if (!(error instanceof ImportCancelled)) return toastFailure(error, 'Erro ao importar CSV');
      toast('Importação cancelada', { description: 'Nenhum produto foi importado.' });
    },
  });

  function cancel() {
    if (!arrived.current) running.current?.abort();
  }

  useEffect(
    () => () => {
      if (!arrived.current) running.current?.abort();
    },
    [],
  );
  return { mutation, progress, cancel };
}

interface ImportRequest {
  file: File;
  isUpdate: boolean;
  signal: AbortSignal;
  /** 0 to 1 while the file goes up; 1 once all of it is there and the server works. */
  onProgress: (fraction: number) => void;
}

/** The user called the import off. */
class ImportCancelled extends Error {
  constructor() {
    super('import cancelled');
  }
}

/** What came of an import, and what takes it back; null where it wrote nothing. */
export interface CsvImportOutcome extends CsvImportResponse {
  loteId: string | null;
}

/**
 * Sends the file to the one call that is not tRPC. XMLHttpRequest, because fetch reports no progress of
 * an upload. Fails with the same shape of error as tRPC does: `error.data.detail`, `error.data.httpStatus`.
 */
function send({ file, isUpdate, signal, onProgress }: ImportRequest): Promise<CsvImportOutcome> {
  const { token } = getSession();
  const form = new FormData();
  form.append('file', file);

  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new ImportCancelled());
    const request = new XMLHttpRequest();
    request.open('POST', `/api/produtos/importar-csv${isUpdate ? '?atualizar=1' : ''}`);
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
      const body = parseJson(request.responseText);
      const answer = csvImportResponse.safeParse(body);
      const loteId = request.getResponseHeader('lote-alteracao');
      if (request.status === 200 && answer.success) resolve({ ...answer.data, loteId });
      else reject(new ImportError(request.status, body));
    };
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

/** A browser refuses, without an error, to send a file that was saved again after it was chosen. */
async function refuseChanged(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new ImportError(null, { detail: FILE_CHANGED });
  }
}

class ImportError extends Error {
  readonly data: { httpStatus: number | null; detail: unknown };

  constructor(status: number | null, body: unknown) {
    super(`import refused with ${status ?? 'no status'}`);
    const detail = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : undefined;
    this.data = { httpStatus: status, detail };
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Without updates as the product's rules word it, whatever the number. */
function describeImport(created: number, updated: number | undefined): string {
  if (updated === undefined) return `${created} produtos importados!`;
  const imported = countText(created, 'produto importado', 'produtos importados');
  return `${imported}, ${countText(updated, 'atualizado', 'atualizados')}!`;
}

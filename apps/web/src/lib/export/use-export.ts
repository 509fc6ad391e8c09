import { useMutation } from '@tanstack/react-query';
import { toast } from 'sonner';
import { saveFile } from '../download';
import { markReachable, markUnreachable } from '../live/connection-store';
import { getSession } from '../session/session-store';
import { toastFailure } from '../toasts';

export type ExportFormat = 'csv' | 'xlsx';

export interface ExportRequest {
  list: 'produtos' | 'pedidos';
  /** What the list is narrowed to and sorted by, as its call takes it. */
  filters: Record<string, unknown>;
}

/** Downloads a list as a file. However long it takes, a toast says that it goes on and how it ended. */
export function useExport({ list, filters }: ExportRequest) {
  return useMutation({
    mutationFn: async (format: ExportFormat) => {
      const address = `/api/exportar/${list}.${format}?${toQuery(filters)}`;
      const { name, file } = await download(address, `${list}.${format}`);
      saveFile(name, file);
      return name;
    },
    onMutate: () => ({ id: toast.loading('Exportando...') }),
    onSuccess: (name, _format, { id }) => toast.success('Arquivo exportado', { id, description: name }),
    onError: (error, _format, context) => {
      toast.dismiss(context?.id);
      toastFailure(error, 'Erro ao exportar');
    },
  });
}

function toQuery(filters: Record<string, unknown>): URLSearchParams {
  return new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]));
}

/** Fails with the same shape of error as tRPC does: `error.data.detail`, `error.data.httpStatus`. */
async function download(address: string, fallback: string): Promise<{ name: string; file: Blob }> {
  const { token } = getSession();
  try {
    const answer = await fetch(address, { headers: token ? { authorization: `Bearer ${token}` } : {} });
    markReachable();
    if (!answer.ok) throw new ExportError(answer.status, await answer.json().catch(() => null));
    const told = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
    return { name: told ?? fallback, file: await answer.blob() };
  } catch (error) {
    if (!(error instanceof ExportError)) markUnreachable();
    throw error;
  }
}

class ExportError extends Error {
  readonly data: { httpStatus: number; detail: unknown };

  constructor(status: number, body: unknown) {
    super(`export refused with ${status}`);
    const detail = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : undefined;
    this.data = { httpStatus: status, detail };
  }
}

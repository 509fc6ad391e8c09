import { useMutation } from '@tanstack/react-query';
import { toast } from 'sonner';
import { saveFile } from '../../lib/download';
import { toastFailure } from '../../lib/toasts';
import { fetchFile } from './fetch-file';

export type ExportFormat = 'csv' | 'xlsx';

export interface ExportRequest {
  list: 'produtos' | 'pedidos' | 'pagamentos' | 'periodo' | 'atividade' | 'atividade-geral';
  /** What the list is narrowed to and sorted by, as its call takes it. */
  filters: Record<string, unknown>;
}

/** Downloads a list as a file. However long it takes, a toast says that it goes on and how it ended. */
export function useExport({ list, filters }: ExportRequest) {
  return useMutation({
    mutationFn: async (format: ExportFormat) => {
      const address = `/api/exportar/${list}.${format}?${toQuery(filters)}`;
      const { name, file } = await fetchFile(address, `${list}.${format}`);
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

import { useMutation } from '@tanstack/react-query';
import { toast } from 'sonner';
import { saveFile } from '../../../../lib/download';
import { fetchFile } from '../../../../lib/export/fetch-file';
import { toastFailure } from '../../../../lib/toasts';

export type ClosingFormat = 'pdf' | 'csv' | 'xlsx';

/** Downloads a month's closing: the document, or its orders as a table. */
export function useClosingFile(mes: string) {
  return useMutation({
    mutationFn: async (format: ClosingFormat) => {
      const path = format === 'pdf' ? 'dashboard/fechamento.pdf' : `exportar/fechamento.${format}`;
      const { name, file } = await fetchFile(`/api/${path}?mes=${mes}`, `fechamento-${mes}.${format}`);
      saveFile(name, file);
      return name;
    },
    onSuccess: (name) => toast.success('Arquivo exportado', { description: name }),
    onError: (error) => toastFailure(error, 'Erro ao exportar'),
  });
}

import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../../lib/download';
import { fetchFile } from '../../lib/export/fetch-file';
import { toastFailure } from '../../lib/toasts';

/** Saves a payment's receipt as a PDF file. */
export function useReceipt() {
  return useMutation({
    mutationFn: async (id: string) => {
      const address = `/api/assinatura/pagamentos/${encodeURIComponent(id)}/recibo.pdf`;
      const { name, file } = await fetchFile(address, 'recibo.pdf');
      saveFile(name, file);
    },
    onError: (error) => toastFailure(error, 'Erro ao baixar o recibo'),
  });
}

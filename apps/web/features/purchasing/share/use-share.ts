import type { PurchaseOrder, PurchasePageInput } from '@esteira/validators/products/purchasing';
import { useMutation } from '@tanstack/react-query';
import { trpc } from '../../../lib/data/trpc';
import { toastFailure } from '../../../lib/toasts';

/** Exactly these orders are handed on; who ticked one that is held back means it. */
export function toShareInput({ id }: { id: string }, orders: readonly PurchaseOrder[]): PurchasePageInput {
  return {
    ...{ fornecedor_id: id, pedidos: orders.map((order) => order.id) },
    ...(orders.some(({ retido }) => retido !== null) && { incluir_atencao: true }),
  };
}

/** The list as a PDF, made by the server. */
export function usePurchasePdf() {
  const { mutateAsync } = trpc.purchasing.pdf.useMutation();
  return useMutation({
    mutationFn: async (input: PurchasePageInput) => {
      const { base64 } = await mutateAsync(input);
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      return new Blob([bytes], { type: 'application/pdf' });
    },
    onError: (error) => toastFailure(error, 'Erro ao gerar o PDF'),
  });
}

/** The pages of a supplier that are open, and what can be done with them. */
export function useSupplierPages(fornecedor_id: string, { isRead = true } = {}) {
  const utils = trpc.useUtils();
  const query = trpc.purchasing.pages.useQuery({ fornecedor_id }, { enabled: isRead });
  const reload = () => utils.purchasing.pages.invalidate({ fornecedor_id });
  const create = trpc.purchasing.createPage.useMutation({
    onSuccess: reload,
    onError: (error) => toastFailure(error, 'Erro ao criar a página'),
  });
  const revoke = trpc.purchasing.revokePages.useMutation({
    onSuccess: reload,
    onError: (error) => toastFailure(error, 'Erro ao cancelar as páginas'),
  });
  return { query, create, revoke };
}

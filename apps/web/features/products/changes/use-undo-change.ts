import { trpc } from '../../../lib/data/trpc';
import { retryTransient } from '../../../lib/forms/problem';
import { toastFailure } from '../../../lib/toasts';
import { useProductCache } from '../list/use-product-cache';

/** Takes a set of changes back; a repeated try answers the same, so a lost answer is asked for again. */
export function useUndoChange() {
  const { reload } = useProductCache();
  return trpc.products.undoChange.useMutation({
    retry: retryTransient,
    onError: (error) => toastFailure(error, 'Erro ao desfazer a alteração'),
    onSettled: () => reload(),
  });
}

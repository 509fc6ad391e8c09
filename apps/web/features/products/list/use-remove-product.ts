import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { toastFailure } from '../../../lib/toasts';
import { useProductCache } from './use-product-cache';

export function useRemoveProduct() {
  const { reloadWithout } = useProductCache();
  return trpc.products.remove.useMutation({
    onSuccess: (_, { id }) => {
      toast.success('Produto deletado!');
      return reloadWithout(id);
    },
    onError: (error) => toastFailure(error, 'Erro ao deletar produto'),
  });
}

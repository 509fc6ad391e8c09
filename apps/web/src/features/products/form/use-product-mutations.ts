import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { toastDetail, toastFailure } from '../../../lib/toasts';
import { useProductCache } from '../list/use-product-cache';

export function useCreateProduct() {
  const { reloadFromStart } = useProductCache();
  return trpc.products.create.useMutation({
    onSuccess: () => {
      toast.success('Produto criado!');
      return reloadFromStart();
    },
    onError: (error) => toastDetail(error, 'Erro ao salvar produto'),
  });
}

export function useUpdateProduct() {
  const { reloadOne } = useProductCache();
  return trpc.products.update.useMutation({
    onSuccess: ({ id }) => {
      toast.success('Produto atualizado!');
      return reloadOne(id);
    },
    onError: (error) => toastDetail(error, 'Erro ao salvar produto'),
  });
}

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

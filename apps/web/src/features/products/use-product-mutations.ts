import { toast } from 'sonner';
import { toastDetail, toastFailure } from '../../lib/toasts';
import { trpc } from '../../lib/trpc';
import { useProductCache } from './use-product-cache';

export function useCreateProduct() {
  const { reload } = useProductCache();
  return trpc.products.create.useMutation({
    onSuccess: () => {
      toast.success('Produto criado!');
      return reload();
    },
    onError: (error) => toastDetail(error, 'Erro ao salvar produto'),
  });
}

export function useUpdateProduct() {
  const { reload } = useProductCache();
  return trpc.products.update.useMutation({
    onSuccess: () => {
      toast.success('Produto atualizado!');
      return reload();
    },
    onError: (error) => toastDetail(error, 'Erro ao salvar produto'),
  });
}

export function useRemoveProduct() {
  const { reload } = useProductCache();
  return trpc.products.remove.useMutation({
    onSuccess: () => {
      toast.success('Produto deletado!');
      return reload();
    },
    onError: (error) => toastFailure(error, 'Erro ao deletar produto'),
  });
}

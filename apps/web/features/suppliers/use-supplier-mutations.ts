import { toast } from 'sonner';
import { trpc } from '../../lib/data/trpc';
import { conflictsOf } from '../../lib/forms/problem';
import { toastFailure } from '../../lib/toasts';

export function useCreateSupplier() {
  const reload = useReload();
  return trpc.suppliers.create.useMutation({
    onSuccess: () => {
      toast.success('Fornecedor criado!');
      return reload();
    },
    onError: (error) => toastFailure(error, 'Erro ao salvar fornecedor'),
  });
}

export function useEditSupplier() {
  const reload = useReload();
  return trpc.suppliers.edit.useMutation({
    onSuccess: () => {
      toast.success('Fornecedor atualizado!');
      return reload();
    },
    onError: (error) => {
      toastFailure(error, 'Erro ao salvar fornecedor');
      // The list behind the form shows what somebody else saved.
      if (conflictsOf(error).length > 0) void reload();
    },
  });
}

export function useRemoveSupplier() {
  const reload = useReload();
  return trpc.suppliers.remove.useMutation({
    onSuccess: () => {
      toast.success('Fornecedor deletado!');
      return reload();
    },
    onError: (error) => toastFailure(error, 'Erro ao deletar fornecedor'),
  });
}

function useReload() {
  const utils = trpc.useUtils();
  return () => utils.suppliers.invalidate();
}

import { toast } from 'sonner';
import { trpc } from '../../lib/data/trpc';
import { conflictsOf } from '../../lib/forms/problem';
import { telling, toastFailure } from '../../lib/toasts';

export function useCreateSupplier() {
  const reload = useReload();
  return trpc.suppliers.create.useMutation(
    telling('Fornecedor criado!', 'Erro ao salvar fornecedor', reload),
  );
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
  return trpc.suppliers.remove.useMutation(
    telling('Fornecedor deletado!', 'Erro ao deletar fornecedor', reload),
  );
}

function useReload() {
  const utils = trpc.useUtils();
  return () => utils.suppliers.invalidate();
}

import { toast } from 'sonner';
import { trpc } from '../../lib/data/trpc';
import { toastFailure } from '../../lib/toasts';

export function useDeactivateUser() {
  return trpc.admin.deactivate.useMutation(useWords('Usuario desativado', 'Erro ao desativar'));
}

export function useActivateUser() {
  return trpc.admin.activate.useMutation(useWords('Usuario ativado', 'Erro ao ativar'));
}

export function usePromoteUser() {
  return trpc.admin.promote.useMutation(useWords('Usuario promovido', 'Erro ao promover'));
}

function useWords(done: string, failed: string) {
  const utils = trpc.useUtils();
  return {
    onSuccess: () => {
      toast.success(done);
      return utils.admin.invalidate();
    },
    onError: (error: unknown) => toastFailure(error, failed),
  };
}

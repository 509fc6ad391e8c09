import { toast } from 'sonner';
import { trpc } from '../data/trpc';
import { retryTransient } from '../forms/problem';
import { toastFailure } from '../toasts';

const FRESH_MS = 5 * 60_000;

/** When the account is deleted; null where that was not requested, or is not known yet. */
export function useDeletion(): string | null {
  const { data } = trpc.account.deletion.useQuery(undefined, { staleTime: FRESH_MS });
  return data?.exclusao_em ?? null;
}

/** Keeps the account after all. */
export function useCancelDeletion() {
  const utils = trpc.useUtils();
  return trpc.account.cancelDeletion.useMutation({
    retry: retryTransient,
    onSuccess: () => {
      utils.account.deletion.setData(undefined, { exclusao_em: null });
      toast.success('Exclusão cancelada. Sua conta continua.');
    },
    onError: (error) => toastFailure(error, 'Erro ao cancelar a exclusão'),
  });
}

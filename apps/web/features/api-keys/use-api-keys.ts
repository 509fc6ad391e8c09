import { toast } from 'sonner';
import { trpc } from '../../lib/data/trpc';
import { retryTransient } from '../../lib/forms/problem';
import { toastFailure } from '../../lib/toasts';

/** Not asked again by itself: an answer that was lost may have made a key already. */
export function useCreateApiKey() {
  const utils = trpc.useUtils();
  return trpc.apiKeys.create.useMutation({
    onSettled: () => utils.apiKeys.list.invalidate(),
    onError: (error) => toastFailure(error, 'Erro ao criar a chave de API'),
  });
}

export function useRevokeApiKey() {
  const utils = trpc.useUtils();
  return trpc.apiKeys.revoke.useMutation({
    retry: retryTransient,
    onSuccess: (_, { id }) => {
      utils.apiKeys.list.setData(undefined, (keys) => keys?.filter((key) => key.id !== id));
      toast.success('Chave de API revogada');
    },
    onError: (error) => {
      void utils.apiKeys.list.invalidate();
      toastFailure(error, 'Erro ao revogar a chave de API');
    },
  });
}

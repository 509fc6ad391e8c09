import { toast } from 'sonner';
import { trpc } from '../../lib/data/trpc';
import { retryTransient } from '../../lib/forms/problem';
import { toastFailure } from '../../lib/toasts';

/** Ends the renewal; asked again it is ended still. */
export function useTurnOffRenewal() {
  const utils = trpc.useUtils();
  return trpc.subscription.turnOffRenewal.useMutation({
    retry: retryTransient,
    onSuccess: (subscription) => {
      utils.subscription.get.setData(undefined, subscription);
      toast.success('Renovação automática desligada');
    },
    onError: (error) => toastFailure(error, 'Erro ao desligar a renovação automática'),
  });
}

import { toast } from 'sonner';
import { trpc } from '../../lib/data/trpc';
import { retryTransient } from '../../lib/forms/problem';
import { toastFailure } from '../../lib/toasts';

/** Ends one session; ended already it is ended still. */
export function useEndSession() {
  const utils = trpc.useUtils();
  return trpc.account.endSession.useMutation({
    retry: retryTransient,
    onSuccess: () => {
      toast.success('Sessão encerrada');
      return utils.account.sessions.invalidate();
    },
    onError: (error) => toastFailure(error, 'Erro ao encerrar a sessão'),
  });
}

/** Ends all sessions but this one. */
export function useEndOtherSessions() {
  const utils = trpc.useUtils();
  return trpc.account.endOtherSessions.useMutation({
    retry: retryTransient,
    onSuccess: ({ encerradas }) => {
      toast.success(encerradas === 1 ? '1 sessão encerrada' : `${encerradas} sessões encerradas`);
      return utils.account.sessions.invalidate();
    },
    onError: (error) => toastFailure(error, 'Erro ao encerrar as sessões'),
  });
}

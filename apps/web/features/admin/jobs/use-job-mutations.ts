import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { toastFailure } from '../../../lib/toasts';

export function useRetryJob() {
  const utils = trpc.useUtils();
  return trpc.jobs.retry.useMutation({
    onSuccess: () => {
      toast.success('Tarefa recolocada na fila');
      return utils.jobs.invalidate();
    },
    onError: (error) => toastFailure(error, 'Erro ao tentar novamente'),
  });
}

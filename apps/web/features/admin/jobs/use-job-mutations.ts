import { countText } from '@esteira/domain/text/count-text';
import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { telling, toastFailure } from '../../../lib/toasts';

const FAILURE = 'Erro ao tentar novamente';

export function useRetryJob() {
  const utils = trpc.useUtils();
  return trpc.jobs.retry.useMutation(
    telling('Tarefa recolocada na fila', FAILURE, () => utils.jobs.invalidate()),
  );
}

export function useRetryFailedJobs() {
  const utils = trpc.useUtils();
  return trpc.jobs.retryFailed.useMutation({
    onSuccess: ({ repetidas }) => {
      toast.success(countText(repetidas, 'tarefa recolocada na fila', 'tarefas recolocadas na fila'));
      return utils.jobs.invalidate();
    },
    onError: (error) => toastFailure(error, FAILURE),
  });
}

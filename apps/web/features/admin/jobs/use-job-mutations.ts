import { trpc } from '../../../lib/data/trpc';
import { telling } from '../../../lib/toasts';

export function useRetryJob() {
  const utils = trpc.useUtils();
  return trpc.jobs.retry.useMutation(
    telling('Tarefa recolocada na fila', 'Erro ao tentar novamente', () => utils.jobs.invalidate()),
  );
}

import { toast } from 'sonner';
import { trpc } from '../lib/data/trpc';
import { useSingleFlight } from '../lib/forms/use-single-flight';
import { useMayDo } from '../lib/session/session';
import { toastDetail } from '../lib/toasts';

/** Examples of the seller's own account: whether it may have them, has them, and what brings and takes them. */
export function useExamples() {
  const utils = trpc.useUtils();
  // Whatever was entered on other pages meanwhile decides it: read again on the way back.
  const enabled = useMayDo('owner');
  const {
    data: status,
    isLoading,
    failureCount,
  } = trpc.examples.status.useQuery(undefined, { staleTime: 0, enabled });
  const fill = trpc.examples.fill.useMutation({
    onSuccess: () => {
      toast.success('Conta preenchida com dados de exemplo!');
      return utils.invalidate();
    },
    onError: (error) => toastDetail(error, 'Erro ao preencher com dados de exemplo'),
  });
  const erase = trpc.examples.erase.useMutation({
    onSuccess: () => {
      toast.success('Exemplos apagados!');
      return utils.invalidate();
    },
    onError: (error) => toastDetail(error, 'Erro ao apagar exemplos'),
  });
  return {
    /** Whether there are examples is not known yet. */
    isComing: isLoading && failureCount === 0,
    canFill: status?.pode_preencher === true,
    examples: status?.exemplos ?? null,
    fill: useSingleFlight<void, unknown>(() => fill.mutateAsync()),
    isFilling: fill.isPending,
    erase: () => erase.mutateAsync(),
  };
}

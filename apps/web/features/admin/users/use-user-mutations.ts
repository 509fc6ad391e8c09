import { countText } from '@esteira/domain/text/count-text';
import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { telling, toastFailure } from '../../../lib/toasts';

const RENEWAL_ENDED = 'A renovação automática, se estava ligada, foi desligada. Desfazer não a liga de novo.';

/** The deactivation acts at once, and the toast takes it back; not so the end of automatic renewal. */
export function useDeactivateUser() {
  const utils = trpc.useUtils();
  const activate = useActivateUser();
  return trpc.admin.deactivate.useMutation({
    onSuccess: (_, { id }) => {
      const onClick = () => activate.mutate({ id });
      toast.success('Usuario desativado', {
        description: RENEWAL_ENDED,
        action: { label: 'Desfazer', onClick },
      });
      return utils.admin.invalidate();
    },
    onError: (error) => toastFailure(error, 'Erro ao desativar'),
  });
}

export function useExplainDeactivation() {
  return trpc.admin.deactivate.useMutation(useWords('Motivo salvo', 'Erro ao salvar o motivo'));
}

export function useActivateUser() {
  return trpc.admin.activate.useMutation(useWords('Usuario ativado', 'Erro ao ativar'));
}

export function usePromoteUser() {
  return trpc.admin.promote.useMutation(useWords('Usuario promovido', 'Erro ao promover'));
}

export function useRemoveTwoStep() {
  return trpc.admin.removeTwoStep.useMutation(
    useWords('Verificação em duas etapas desligada', 'Erro ao desligar a verificação'),
  );
}

export function useEndUserSessions() {
  const utils = trpc.useUtils();
  return trpc.admin.endSessions.useMutation({
    onSuccess: ({ encerradas }) => {
      toast.success(countText(encerradas, 'sessão encerrada', 'sessões encerradas'));
      return utils.admin.audit.invalidate();
    },
    onError: (error) => toastFailure(error, 'Erro ao encerrar as sessões'),
  });
}

/** Not asked again by itself: the link is shown once, and each one is a line of the audit. */
export function useCreateResetLink() {
  const utils = trpc.useUtils();
  return trpc.admin.createResetLink.useMutation({
    onSuccess: () => utils.admin.audit.invalidate(),
    onError: (error) => toastFailure(error, 'Erro ao criar o link'),
  });
}

export function useExtendPlan() {
  const utils = trpc.useUtils();
  return trpc.admin.extendPlan.useMutation({
    ...telling('Plano estendido', 'Erro ao estender o plano'),
    // It may have been extended although no answer came.
    onSettled: () => utils.admin.invalidate(),
  });
}

function useWords(done: string, failed: string) {
  const utils = trpc.useUtils();
  return telling(done, failed, () => utils.admin.invalidate());
}

import { toast } from 'sonner';
import { trpc } from '../../lib/data/trpc';
import { retryTransient } from '../../lib/forms/problem';
import { toastDetail } from '../../lib/toasts';

/** Not asked again by itself: an answer that was lost may have sent the invitation already. */
export function useInvite() {
  const utils = trpc.useUtils();
  return trpc.team.invite.useMutation({
    onSuccess: (_, { email }) => toast.success(`Convite enviado para ${email}`),
    onSettled: () => utils.team.get.invalidate(),
    onError: (error) => toastDetail(error, 'Erro ao enviar o convite'),
  });
}

export function useRevokeInvitation() {
  return trpc.team.revokeInvitation.useMutation(useWords('Convite cancelado', 'Erro ao cancelar o convite'));
}

export function useChangeRole() {
  return trpc.team.changeRole.useMutation(useWords('Função alterada', 'Erro ao alterar a função'));
}

export function useRemoveMember() {
  return trpc.team.remove.useMutation(useWords('Pessoa removida da equipe', 'Erro ao remover da equipe'));
}

function useWords(done: string, failed: string) {
  const utils = trpc.useUtils();
  return {
    retry: retryTransient,
    onSuccess: () => toast.success(done),
    onSettled: () => utils.team.get.invalidate(),
    onError: (error: unknown) => toastDetail(error, failed),
  };
}

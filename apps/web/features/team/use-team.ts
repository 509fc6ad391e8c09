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
  const utils = trpc.useUtils();
  return trpc.team.revokeInvitation.useMutation({
    retry: retryTransient,
    onSuccess: () => toast.success('Convite cancelado'),
    onSettled: () => utils.team.get.invalidate(),
    onError: (error) => toastDetail(error, 'Erro ao cancelar o convite'),
  });
}

export function useChangeRole() {
  const utils = trpc.useUtils();
  return trpc.team.changeRole.useMutation({
    retry: retryTransient,
    onSuccess: () => toast.success('Papel alterado'),
    onSettled: () => utils.team.get.invalidate(),
    onError: (error) => toastDetail(error, 'Erro ao alterar o papel'),
  });
}

export function useRemoveMember() {
  const utils = trpc.useUtils();
  return trpc.team.remove.useMutation({
    retry: retryTransient,
    onSuccess: () => toast.success('Pessoa removida da equipe'),
    onSettled: () => utils.team.get.invalidate(),
    onError: (error) => toastDetail(error, 'Erro ao remover da equipe'),
  });
}

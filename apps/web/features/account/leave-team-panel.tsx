import { TEAM_ROLE_TEXTS } from '@esteira/domain/accounts/team';
import type { OwnUser } from '@esteira/validators/accounts/account';
import { toast } from 'sonner';
import { AskFirstButton } from '../../lib/ask-first-button';
import { trpc } from '../../lib/data/trpc';
import { endSession, getSession } from '../../lib/session/session-store';
import { toastDetail } from '../../lib/toasts';
import { AccountRow } from './account-row';

/** In whose shop somebody works, and the way out of it. */
export function LeaveTeamPanel({ team }: { team: NonNullable<OwnUser['equipe']> }) {
  const leave = trpc.team.leave.useMutation({
    onSuccess: () => {
      toast.success('Você saiu da equipe');
      const { token } = getSession();
      if (token !== null) endSession(token, 'logout');
    },
    onError: (error) => toastDetail(error, 'Erro ao sair da equipe'),
  });
  const seller = <strong className="font-semibold">{team.vendedor_nome}</strong>;
  return (
    <AccountRow
      label="Equipe"
      value={
        <p className="text-muted">
          Você trabalha na equipe de {seller}, com a função {TEAM_ROLE_TEXTS[team.papel].label}.
        </p>
      }
      actions={
        <AskFirstButton
          label="Sair da equipe"
          question="Sair da equipe?"
          subject={`Você perde o acesso na hora e sua sessão é encerrada. Para voltar, ${team.vendedor_nome} precisa convidar você de novo. O que você fez continua no histórico com o seu nome.`}
          busy={leave.isPending}
          onConfirm={() => leave.mutateAsync()}
        />
      }
    />
  );
}

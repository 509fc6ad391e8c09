import type { AdminUser } from '@esteira/validators/administration/admin';
import { useEndUserSessions, useExplainDeactivation, useRemoveTwoStep } from '../users/use-user-mutations';
import { ExtendPlanDialog } from './extend-plan-dialog';
import { ReasonDialog } from './reason-dialog';
import { ResetLinkDialog } from './reset-link-dialog';
import type { ChosenAct } from './user-acts';

interface UserActDialogProps {
  chosen: ChosenAct;
  onClose: () => void;
}

/** Asks before something is done to a user, and why. */
export function UserActDialog({ chosen: { user, act }, onClose }: UserActDialogProps) {
  switch (act) {
    case 'explainDeactivation':
      return <ExplainDialog user={user} onClose={onClose} />;
    case 'removeTwoStep':
      return <RemoveTwoStepDialog user={user} onClose={onClose} />;
    case 'endSessions':
      return <EndSessionsDialog user={user} onClose={onClose} />;
    case 'createResetLink':
      return <ResetLinkDialog user={user} onClose={onClose} />;
    case 'extendPlan':
      return <ExtendPlanDialog user={user} onClose={onClose} />;
  }
}

interface DialogProps {
  user: AdminUser;
  onClose: () => void;
}

function ExplainDialog({ user, onClose }: DialogProps) {
  return (
    <ReasonDialog
      id={user.id}
      title="Motivo da desativação"
      description={`Por que ${user.nome} (${user.email}) foi desativado.`}
      confirmLabel="Salvar"
      failure="Erro ao salvar o motivo"
      act={useExplainDeactivation()}
      onClose={onClose}
    />
  );
}

function RemoveTwoStepDialog({ user, onClose }: DialogProps) {
  return (
    <ReasonDialog
      id={user.id}
      title="Desligar a verificação em duas etapas?"
      description={`${user.nome} (${user.email}) passa a entrar só com a senha e é avisado por e-mail. Antes, tenha certeza por outro meio de que é essa pessoa quem pede.`}
      confirmLabel="Desligar"
      destructive
      failure="Erro ao desligar a verificação"
      act={useRemoveTwoStep()}
      onClose={onClose}
    />
  );
}

function EndSessionsDialog({ user, onClose }: DialogProps) {
  return (
    <ReasonDialog
      id={user.id}
      title="Encerrar todas as sessões?"
      description={`${user.nome} (${user.email}) precisa entrar de novo em todos os aparelhos e é avisado por e-mail, com o motivo.`}
      confirmLabel="Encerrar sessões"
      destructive
      failure="Erro ao encerrar as sessões"
      act={useEndUserSessions()}
      onClose={onClose}
    />
  );
}

import type { AdminUser } from '@esteira/validators/administration/admin';
import { useDeactivateUser, useRemoveTwoStep } from '../users/use-user-mutations';
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
    case 'deactivate':
      return <DeactivateDialog user={user} onClose={onClose} />;
    case 'removeTwoStep':
      return <RemoveTwoStepDialog user={user} onClose={onClose} />;
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

function DeactivateDialog({ user, onClose }: DialogProps) {
  return (
    <ReasonDialog
      id={user.id}
      title="Desativar este usuário?"
      description={`${user.nome} (${user.email}) sai na hora de todas as sessões, e suas chaves de API param de funcionar.`}
      confirmLabel="Desativar"
      failure="Erro ao desativar"
      act={useDeactivateUser()}
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
      failure="Erro ao desligar a verificação"
      act={useRemoveTwoStep()}
      onClose={onClose}
    />
  );
}

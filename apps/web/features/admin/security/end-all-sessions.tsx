import { countText } from '@esteira/domain/text/count-text';
import { endAllSessionsInput } from '@esteira/validators/administration/admin-user-acts';
import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { ActForm } from '../../../lib/forms/act-form';
import { AdminProof } from './admin-proof';
import { DialogButton } from './dialog-button';

/** Signs everybody out but the admin who asks: after an incident. */
export function EndAllSessions() {
  return (
    <DialogButton
      label="Encerrar todas as sessões"
      description="Todas as pessoas precisam entrar de novo. Só a sua sessão continua."
      form={EndAllForm}
    />
  );
}

function EndAllForm({ onClose }: { onClose: () => void }) {
  const utils = trpc.useUtils();
  const end = trpc.admin.endAllSessions.useMutation({
    onSuccess: ({ encerradas }) => {
      toast.success(countText(encerradas, 'sessão encerrada', 'sessões encerradas'));
      return utils.admin.audit.invalidate();
    },
  });
  return (
    <ActForm
      schema={endAllSessionsInput}
      empty={{ senha_atual: '', codigo: '' }}
      first="senha_atual"
      act={end}
      label="Encerrar todas"
      failure="Erro ao encerrar as sessões"
      destructive
      onDone={onClose}
      onClose={onClose}
    >
      {(field) => <AdminProof password={field('senha_atual')} code={field('codigo')} />}
    </ActForm>
  );
}

import { PLANS } from '@esteira/domain/billing/plans';
import { formatMoney } from '@esteira/domain/money';
import { type AdminPayment, refundInput } from '@esteira/validators/administration/admin';
import { trpc } from '../../../lib/data/trpc';
import { ActForm } from '../../../lib/forms/act-form';
import { telling } from '../../../lib/toasts';
import { TextareaField } from '../../../ui/forms/fields';
import { FormDialog } from '../../../ui/overlays/form-dialog';

interface RefundDialogProps {
  payment: AdminPayment;
  onClose: () => void;
}

const REFUND_FAILED = 'Erro ao estornar';

/** Gives a payment back, for a reason that stays with it. */
export function RefundDialog({ payment, onClose }: RefundDialogProps) {
  const { valor, usuario_nome, plano } = payment;
  return (
    <FormDialog
      onClose={onClose}
      title="Estornar pagamento"
      description={`${formatMoney(valor)} voltam para ${usuario_nome || 'o usuário'}, e o tempo do Plano ${PLANS[plano].nome} que este pagamento comprou acaba. Não é possível desfazer.`}
    >
      <RefundForm payment={payment} onClose={onClose} />
    </FormDialog>
  );
}

function RefundForm({ payment, onClose }: RefundDialogProps) {
  const refund = useRefund();
  return (
    <ActForm
      schema={refundInput}
      empty={{ id: payment.id, motivo: '' }}
      first="motivo"
      act={refund}
      label="Estornar"
      failure={REFUND_FAILED}
      destructive
      onDone={onClose}
      onClose={onClose}
    >
      {(field) => <TextareaField label="Motivo" {...field('motivo')} />}
    </ActForm>
  );
}

function useRefund() {
  const utils = trpc.useUtils();
  return trpc.admin.refund.useMutation({
    ...telling('Pagamento estornado', REFUND_FAILED),
    // What was asked for may be under way although no answer came.
    onSettled: () => utils.admin.invalidate(),
  });
}

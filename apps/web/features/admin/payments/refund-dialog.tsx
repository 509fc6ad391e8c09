import { PLANS } from '@esteira/domain/billing/plans';
import { formatMoney } from '@esteira/domain/money';
import { type AdminPayment, refundInput } from '@esteira/validators/administration/admin';
import { trpc } from '../../../lib/data/trpc';
import { fieldsOf } from '../../../lib/forms/fields-of';
import { useFirstFocus, useZodForm } from '../../../lib/forms/form';
import { formErrorOf } from '../../../lib/forms/problem';
import { useServerFieldErrors } from '../../../lib/forms/server-field-errors';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { telling } from '../../../lib/toasts';
import { TextareaField } from '../../../ui/forms/fields';
import { DialogForm } from '../../../ui/overlays/dialog-form';
import { FormDialog, useUnsaved } from '../../../ui/overlays/form-dialog';

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
  const form = useZodForm(refundInput, { id: payment.id, motivo: '' });
  const { isDirty } = form.formState;
  const field = fieldsOf(form);
  const refund = useRefund();
  const submit = useSingleFlight(refund.mutateAsync, onClose);
  useUnsaved(isDirty, () => form.reset());
  useFirstFocus(form, 'motivo');
  useServerFieldErrors(form, refund.error);
  return (
    <DialogForm
      onSubmit={form.handleSubmit(submit)}
      error={formErrorOf(refund.error, REFUND_FAILED)}
      submitLabel="Estornar"
      destructive
      busy={refund.isPending}
      onCancel={onClose}
    >
      <TextareaField label="Motivo" {...field('motivo')} />
    </DialogForm>
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

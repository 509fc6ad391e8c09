import { reasonInput } from '@esteira/validators/administration/admin-user-acts';
import { fieldsOf } from '../../../lib/forms/fields-of';
import { useFirstFocus, useZodForm } from '../../../lib/forms/form';
import { formErrorOf } from '../../../lib/forms/problem';
import { useServerFieldErrors } from '../../../lib/forms/server-field-errors';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { TextareaField } from '../../../ui/forms/fields';
import { DialogForm } from '../../../ui/overlays/dialog-form';
import { FormDialog, useUnsaved } from '../../../ui/overlays/form-dialog';

interface ReasonFormProps {
  /** Whom it is done to. */
  id: string;
  confirmLabel: string;
  destructive?: boolean;
  failure: string;
  act: {
    mutateAsync: (input: { id: string; motivo: string }) => Promise<unknown>;
    error: unknown;
    isPending: boolean;
  };
  onClose: () => void;
}

interface ReasonDialogProps extends ReasonFormProps {
  title: string;
  description: string;
}

/** Does something to a user, for a reason that stays in the audit. */
export function ReasonDialog({ title, description, ...form }: ReasonDialogProps) {
  return (
    <FormDialog onClose={form.onClose} title={title} description={description}>
      <ReasonForm {...form} />
    </FormDialog>
  );
}

function ReasonForm({ id, confirmLabel, destructive = false, failure, act, onClose }: ReasonFormProps) {
  const form = useZodForm(reasonInput, { motivo: '' });
  const { isDirty } = form.formState;
  const field = fieldsOf(form);
  const submit = useSingleFlight(act.mutateAsync, onClose);
  useUnsaved(isDirty, () => form.reset());
  useFirstFocus(form, 'motivo');
  useServerFieldErrors(form, act.error);
  return (
    <DialogForm
      onSubmit={form.handleSubmit(({ motivo }) => submit({ id, motivo }))}
      error={formErrorOf(act.error, failure)}
      submitLabel={confirmLabel}
      destructive={destructive}
      busy={act.isPending}
      onCancel={onClose}
    >
      <TextareaField label="Motivo" hint="Fica na auditoria" {...field('motivo')} />
    </DialogForm>
  );
}

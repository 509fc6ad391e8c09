import { reasonInput } from '@esteira/validators/administration/admin-user-acts';
import { ActForm } from '../../../lib/forms/act-form';
import { TextareaField } from '../../../ui/forms/fields';
import { FormDialog } from '../../../ui/overlays/form-dialog';

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

function ReasonForm({ id, confirmLabel, act, onClose, ...props }: ReasonFormProps) {
  const send = ({ motivo }: { motivo: string }) => act.mutateAsync({ id, motivo });
  return (
    <ActForm
      schema={reasonInput}
      empty={{ motivo: '' }}
      first="motivo"
      act={{ ...act, mutateAsync: send }}
      label={confirmLabel}
      onDone={onClose}
      onClose={onClose}
      {...props}
    >
      {(field) => <TextareaField label="Motivo" hint="Fica na auditoria" {...field('motivo')} />}
    </ActForm>
  );
}

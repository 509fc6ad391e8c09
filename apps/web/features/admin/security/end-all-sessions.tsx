import { countText } from '@esteira/domain/text/count-text';
import { endAllSessionsInput } from '@esteira/validators/administration/admin-user-acts';
import { useState } from 'react';
import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { fieldsOf } from '../../../lib/forms/fields-of';
import { useFirstFocus, useZodForm } from '../../../lib/forms/form';
import { formErrorOf } from '../../../lib/forms/problem';
import { useServerFieldErrors } from '../../../lib/forms/server-field-errors';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { Button } from '../../../ui/button';
import { InputField } from '../../../ui/forms/fields';
import { PasswordField } from '../../../ui/forms/password-field';
import { DialogForm } from '../../../ui/overlays/dialog-form';
import { FormDialog, useUnsaved } from '../../../ui/overlays/form-dialog';

/** Signs everybody out but the admin who asks: after an incident. */
export function EndAllSessions() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Encerrar todas as sessões
      </Button>
      {isOpen && (
        <FormDialog
          onClose={close}
          title="Encerrar todas as sessões?"
          description="Todas as pessoas precisam entrar de novo. Só a sua sessão continua."
        >
          <EndAllForm onClose={close} />
        </FormDialog>
      )}
    </>
  );
}

const noop = () => undefined;

function EndAllForm({ onClose }: { onClose: () => void }) {
  const utils = trpc.useUtils();
  const asksCode = trpc.account.twoStep.useQuery().data?.ligada === true;
  const end = trpc.admin.endAllSessions.useMutation({
    onSuccess: ({ encerradas }) => {
      toast.success(countText(encerradas, 'sessão encerrada', 'sessões encerradas'));
      onClose();
      return utils.admin.audit.invalidate();
    },
  });
  const submit = useSingleFlight(end.mutateAsync, noop);
  const form = useZodForm(endAllSessionsInput, { senha_atual: '', codigo: '' });
  const field = fieldsOf(form);
  useServerFieldErrors(form, end.error);
  useUnsaved(form.formState.isDirty, noop);
  useFirstFocus(form, 'senha_atual');
  return (
    <DialogForm
      onSubmit={form.handleSubmit(submit)}
      error={formErrorOf(end.error, 'Erro ao encerrar as sessões')}
      submitLabel="Encerrar todas"
      destructive
      busy={end.isPending}
      onCancel={onClose}
    >
      <PasswordField label="Senha atual" autoComplete="current-password" {...field('senha_atual')} />
      {asksCode && (
        <InputField
          label="Código"
          hint="Os seis dígitos do aplicativo, ou um código de recuperação"
          autoComplete="one-time-code"
          inputClassName="tabular"
          {...field('codigo')}
        />
      )}
    </DialogForm>
  );
}

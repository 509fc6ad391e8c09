import type { ChangePasswordInput } from '@esteira/validators/accounts/account';
import { useState } from 'react';
import { toast } from 'sonner';
import { trpc } from '../../lib/data/trpc';
import { useDeferredForm } from '../../lib/forms/deferred-form';
import { fieldsOf } from '../../lib/forms/fields-of';
import { formErrorOf } from '../../lib/forms/problem';
import { useServerFieldErrors } from '../../lib/forms/server-field-errors';
import { useSingleFlight } from '../../lib/forms/use-single-flight';
import { replaceToken } from '../../lib/session/session-store';
import { CurrentPasswordField } from '../../parts/proof-fields';
import { Button } from '../../ui/button';
import { FormError } from '../../ui/forms/form-error';
import { NEW_PASSWORD_HINT, PasswordField } from '../../ui/forms/password-field';
import { EditedRow } from './account-row';

type PasswordForm = Pick<ChangePasswordInput, 'senha_atual' | 'senha'>;

const loadResolver = async () => (await import('./account-schemas')).changePasswordResolver;

/** A new password, for who knows the current one. */
export function PasswordPanel() {
  const utils = trpc.useUtils();
  const [isOpen, setOpen] = useState(false);
  const change = trpc.account.changePassword.useMutation({
    onSuccess: ({ access_token }) => {
      if (access_token !== undefined) replaceToken(access_token);
      setOpen(false);
      form.reset();
      toast.success('Senha trocada. As outras sessões foram encerradas.');
      return utils.invalidate();
    },
  });
  const submit = useSingleFlight((values: PasswordForm) =>
    change.mutateAsync({ ...values, novo_token: true }),
  );
  const form = useDeferredForm<PasswordForm>(loadResolver, { senha_atual: '', senha: '' });
  const field = fieldsOf(form);
  useServerFieldErrors(form, change.error);
  return (
    <EditedRow
      label="Senha"
      value={<p className="text-muted">Ao trocar, as outras sessões são encerradas.</p>}
      isOpen={isOpen}
      onOpen={setOpen}
    >
      <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(submit)}>
        <CurrentPasswordField {...field('senha_atual')} />
        <PasswordField
          label="Nova senha"
          hint={NEW_PASSWORD_HINT}
          autoComplete="new-password"
          {...field('senha')}
        />
        <FormError text={formErrorOf(change.error, 'Erro ao trocar a senha')} />
        <Button type="submit" busy={change.isPending} className="justify-self-start">
          Trocar senha
        </Button>
      </form>
    </EditedRow>
  );
}

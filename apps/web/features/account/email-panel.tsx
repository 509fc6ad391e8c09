import type { ChangeEmailInput } from '@esteira/validators/accounts/account';
import { useState } from 'react';
import { trpc } from '../../lib/data/trpc';
import { useDeferredForm } from '../../lib/forms/deferred-form';
import { fieldsOf } from '../../lib/forms/fields-of';
import { formErrorOf } from '../../lib/forms/problem';
import { useServerFieldErrors } from '../../lib/forms/server-field-errors';
import { useSingleFlight } from '../../lib/forms/use-single-flight';
import { useUser } from '../../lib/session/session';
import { CurrentPasswordField } from '../../parts/proof-fields';
import { Button } from '../../ui/button';
import { InputField } from '../../ui/forms/fields';
import { FormError } from '../../ui/forms/form-error';
import { EditedRow } from './account-row';

const loadResolver = async () => (await import('./account-schemas')).changeEmailResolver;

/** The seller's address: a new one counts once its owner has confirmed it. */
export function EmailPanel() {
  const user = useUser();
  const [isOpen, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const change = trpc.account.requestEmailChange.useMutation({
    onSuccess: (_answer, { email }) => {
      setSentTo(email);
      setOpen(false);
      form.reset();
    },
  });
  const submit = useSingleFlight(change.mutateAsync);
  const form = useDeferredForm<ChangeEmailInput>(loadResolver, { email: '', senha_atual: '' });
  const field = fieldsOf(form);
  useServerFieldErrors(form, change.error);
  const value = (
    <>
      {user.email}
      {sentTo !== null && (
        <p role="status" className="rounded-lg bg-success-soft px-3 py-2 text-success-text">
          Enviamos um link para {sentTo}. O e-mail muda quando você confirmar por ele.
        </p>
      )}
    </>
  );
  return (
    <EditedRow label="E-mail" value={value} isOpen={isOpen} onOpen={setOpen}>
      <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(submit)}>
        <InputField label="Novo e-mail" type="email" autoComplete="email" {...field('email')} />
        <CurrentPasswordField {...field('senha_atual')} />
        <FormError text={formErrorOf(change.error, 'Erro ao trocar o e-mail')} />
        <Button type="submit" busy={change.isPending} className="justify-self-start">
          Trocar e-mail
        </Button>
      </form>
    </EditedRow>
  );
}

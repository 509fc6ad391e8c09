import { newPassword } from '@esteira/validators/accounts/account';
import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { trpc } from '../../../lib/data/trpc';
import { fieldsOf } from '../../../lib/forms/fields-of';
import { useZodForm } from '../../../lib/forms/form';
import { detailOf, fieldProblemsOf } from '../../../lib/forms/problem';
import { useServerFieldErrors } from '../../../lib/forms/server-field-errors';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { getSession } from '../../../lib/session/session-store';
import { signOut } from '../../../lib/session/sign-out';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { FormError } from '../../../ui/forms/form-error';
import { NEW_PASSWORD_HINT, PasswordField } from '../../../ui/forms/password-field';
import { MailDone, MailPage, readLinkToken } from './mail-page';

const passwordForm = z.object({ senha: newPassword });

/** Where the link of a reset leads: a new password, once. */
export function ResetPasswordPage() {
  const [token] = useState(readLinkToken);
  const reset = trpc.auth.resetPassword.useMutation({
    onSuccess: () => {
      // Every session has ended, that of this browser too.
      if (getSession().token !== null) signOut();
    },
  });
  return (
    <MailPage title="Criar senha nova">
      {reset.isSuccess ? (
        <MailDone>Senha trocada. Entre com a senha nova: todas as sessões foram encerradas.</MailDone>
      ) : (
        <PasswordForm reset={reset} token={token} />
      )}
    </MailPage>
  );
}

type Reset = ReturnType<typeof trpc.auth.resetPassword.useMutation>;

function PasswordForm({ reset, token }: { reset: Reset; token: string }) {
  const submit = useSingleFlight(({ senha }: { senha: string }) => reset.mutateAsync({ token, senha }));
  const form = useZodForm(passwordForm, { senha: '' });
  const field = fieldsOf(form);
  useServerFieldErrors(form, reset.error);
  const isDead = fieldProblemsOf(reset.error).some(({ campo }) => campo === 'token');
  const isRefused = reset.error !== null && (isDead || fieldProblemsOf(reset.error).length === 0);
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(submit)}>
      <PasswordField
        label="Nova senha"
        hint={NEW_PASSWORD_HINT}
        autoComplete="new-password"
        {...field('senha')}
      />
      <Button type="submit" variant="primary" size="lg" busy={reset.isPending} className="w-full">
        {reset.isPending ? 'Processando...' : 'Trocar senha'}
      </Button>
      <FormError text={isRefused ? (detailOf(reset.error) ?? 'Erro ao trocar a senha') : null} />
      {isDead && (
        <Button asChild>
          <Link to={paths.forgotPassword}>Pedir outro link</Link>
        </Button>
      )}
    </form>
  );
}

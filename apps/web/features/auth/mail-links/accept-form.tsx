import { newPassword, personName } from '@esteira/validators/accounts/account';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import { z } from 'zod';
import { trpc } from '../../../lib/data/trpc';
import { fieldsOf } from '../../../lib/forms/fields-of';
import { useZodForm } from '../../../lib/forms/form';
import { detailOf, fieldProblemsOf } from '../../../lib/forms/problem';
import { useServerFieldErrors } from '../../../lib/forms/server-field-errors';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { startSession } from '../../../lib/session/session-store';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { InputField } from '../../../ui/forms/fields';
import { FormError } from '../../../ui/forms/form-error';
import { NEW_PASSWORD_HINT, PasswordField } from '../../../ui/forms/password-field';

export const ACCEPT_FAILED = 'Erro ao aceitar o convite';

const accountForm = z.object({ nome: personName, senha: newPassword });

/** Makes the account that the invitation is for. */
export function AcceptForm({ token, email }: { token: string; email: string }) {
  const navigate = useNavigate();
  const accept = trpc.team.accept.useMutation({
    onSuccess: ({ usuario, access_token }) => {
      toast.success('Você entrou na equipe!');
      startSession(access_token, usuario);
      return navigate(paths.dashboard, { replace: true });
    },
  });
  const submit = useSingleFlight((values: z.output<typeof accountForm>) =>
    accept.mutateAsync({ token, ...values }),
  );
  const form = useZodForm(accountForm, { nome: '', senha: '' });
  const field = fieldsOf(form);
  useServerFieldErrors(form, accept.error);
  const problems = fieldProblemsOf(accept.error);
  // A link that works no more is no field of this form.
  const isRefused =
    accept.error !== null && (problems.length === 0 || problems.some(({ campo }) => campo === 'token'));
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(submit)}>
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <InputField label="Nome" autoComplete="name" {...field('nome')} />
      <PasswordField label="Senha" hint={NEW_PASSWORD_HINT} autoComplete="new-password" {...field('senha')} />
      <Button type="submit" variant="primary" size="lg" busy={accept.isPending} className="w-full">
        {accept.isPending ? 'Processando...' : 'Criar conta e aceitar'}
      </Button>
      <FormError text={isRefused ? (detailOf(accept.error) ?? ACCEPT_FAILED) : null} />
    </form>
  );
}

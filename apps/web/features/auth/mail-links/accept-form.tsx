import { newPassword, personName } from '@esteira/validators/accounts/account';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import { z } from 'zod';
import { trpc } from '../../../lib/data/trpc';
import { useZodForm } from '../../../lib/forms/form';
import { detailOf, fieldProblemsOf } from '../../../lib/forms/problem';
import { useServerFieldErrors } from '../../../lib/forms/server-field-errors';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { startSession } from '../../../lib/session/session-store';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/forms/field';
import { FormError } from '../../../ui/forms/form-error';
import { Input } from '../../../ui/forms/input';

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
  const { errors } = form.formState;
  useServerFieldErrors(form, accept.error);
  const problems = fieldProblemsOf(accept.error);
  // A link that works no more is no field of this form.
  const isRefused =
    accept.error !== null && (problems.length === 0 || problems.some(({ campo }) => campo === 'token'));
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(submit)}>
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <Field label="Nome" error={errors.nome?.message}>
        {(control) => <Input {...control} autoComplete="name" {...form.register('nome')} />}
      </Field>
      <Field label="Senha" error={errors.senha?.message} hint="De 8 a 128 caracteres">
        {(control) => (
          <Input {...control} type="password" autoComplete="new-password" {...form.register('senha')} />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={accept.isPending} className="w-full">
        {accept.isPending ? 'Processando...' : 'Criar conta e aceitar'}
      </Button>
      <FormError text={isRefused ? (detailOf(accept.error) ?? ACCEPT_FAILED) : null} />
    </form>
  );
}

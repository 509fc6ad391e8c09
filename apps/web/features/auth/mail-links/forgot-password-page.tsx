import { requestResetInput } from '@esteira/validators/accounts/account';
import { trpc } from '../../../lib/data/trpc';
import { fieldsOf } from '../../../lib/forms/fields-of';
import { useZodForm } from '../../../lib/forms/form';
import { formErrorOf, retryTransient } from '../../../lib/forms/problem';
import { useServerFieldErrors } from '../../../lib/forms/server-field-errors';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { Button } from '../../../ui/button';
import { InputField } from '../../../ui/forms/fields';
import { FormError } from '../../../ui/forms/form-error';
import { MailDone, MailPage } from './mail-page';

/** Asks for a link to a new password; the answer is the same for every address. */
export function ForgotPasswordPage() {
  const ask = trpc.auth.requestReset.useMutation({ retry: retryTransient });
  const mail = trpc.auth.mail.useQuery();
  return (
    <MailPage title="Esqueci minha senha">
      {mail.data?.configurado === false && (
        <p role="status" className="rounded-lg bg-warning-soft px-3 py-2 text-warning-text">
          O envio de e-mails não está configurado. Fale com o administrador: ele precisa configurar o e-mail
          do servidor.
        </p>
      )}
      {ask.data ? <MailDone>{ask.data.detail}</MailDone> : <RequestForm ask={ask} />}
    </MailPage>
  );
}

type Ask = ReturnType<typeof trpc.auth.requestReset.useMutation>;

function RequestForm({ ask }: { ask: Ask }) {
  const submit = useSingleFlight(ask.mutateAsync);
  const form = useZodForm(requestResetInput, { email: '' });
  const field = fieldsOf(form);
  useServerFieldErrors(form, ask.error);
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(submit)}>
      <p className="text-muted">
        Informe o e-mail da sua conta e enviaremos um link para criar uma senha nova.
      </p>
      <InputField
        label="E-mail"
        type="email"
        autoComplete="username"
        placeholder="voce@exemplo.com.br"
        {...field('email')}
      />
      <Button type="submit" variant="primary" size="lg" busy={ask.isPending} className="w-full">
        {ask.isPending ? 'Processando...' : 'Enviar link'}
      </Button>
      <FormError text={formErrorOf(ask.error, 'Erro ao pedir o link')} />
    </form>
  );
}

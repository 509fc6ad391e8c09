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
import { Skeleton, SkeletonGroup } from '../../../ui/lists/skeleton';
import { MailDone, MailPage } from './mail-page';

const MAILED = 'Informe o e-mail da sua conta e enviaremos um link para criar uma senha nova.';
const TO_LOG =
  'Se você cuida deste servidor, informe o e-mail da conta: o link aparece no registro (log) dele.';
const LOGGED = 'Se houver uma conta com este e-mail, o link está no registro (log) do servidor.';

/** Asks for a link to a new password; the answer is the same for every address. */
export function ForgotPasswordPage() {
  const ask = trpc.auth.requestReset.useMutation({ retry: retryTransient });
  const mail = trpc.auth.mail.useQuery();
  const { configurado = true, no_registro = false } = mail.data ?? {};
  const done = configurado ? ask.data?.detail : LOGGED;
  return (
    <MailPage title="Esqueci minha senha">
      {mail.isPending && <FormSkeleton />}
      {!configurado && (
        <p role="status" className="rounded-lg bg-warning-soft px-3 py-2 text-warning-text">
          Este servidor não envia e-mails: o administrador precisa configurar o envio. Peça a ele um link de
          senha.
        </p>
      )}
      {!mail.isPending &&
        (configurado || no_registro) &&
        (ask.isSuccess ? (
          <MailDone>{done}</MailDone>
        ) : (
          <RequestForm ask={ask} intro={configurado ? MAILED : TO_LOG} />
        ))}
    </MailPage>
  );
}

function FormSkeleton() {
  return (
    <SkeletonGroup className="grid gap-4">
      <Skeleton className="h-12" />
      <Skeleton className="h-16" />
      <Skeleton className="h-11" />
    </SkeletonGroup>
  );
}

type Ask = ReturnType<typeof trpc.auth.requestReset.useMutation>;

function RequestForm({ ask, intro }: { ask: Ask; intro: string }) {
  const submit = useSingleFlight(ask.mutateAsync);
  const form = useZodForm(requestResetInput, { email: '' });
  const field = fieldsOf(form);
  useServerFieldErrors(form, ask.error);
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(submit)}>
      <p className="text-muted">{intro}</p>
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

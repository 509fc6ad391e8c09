import { useState } from 'react';
import { trpc } from '../../../lib/data/trpc';
import { detailOf, retryTransient } from '../../../lib/forms/problem';
import { Button } from '../../../ui/button';
import { FormError } from '../../../ui/forms/form-error';
import { MailDone, MailPage, readLinkToken } from './mail-page';

/** Where the link to a new address leads. It is pressed once more: mail programs open links to look at them. */
export function ConfirmEmailPage() {
  const [token] = useState(readLinkToken);
  const utils = trpc.useUtils();
  const confirm = trpc.account.confirmEmailChange.useMutation({
    retry: retryTransient,
    onSuccess: () => utils.auth.me.invalidate(),
  });
  return (
    <MailPage title="Confirmar e-mail">
      {confirm.isSuccess ? (
        <MailDone>E-mail confirmado. Use o endereço novo para entrar.</MailDone>
      ) : (
        <>
          <p className="text-muted">Confirme que este é o novo e-mail da sua conta.</p>
          <Button
            variant="primary"
            size="lg"
            busy={confirm.isPending}
            className="w-full"
            onClick={() => confirm.mutate({ token })}
          >
            Confirmar e-mail
          </Button>
          <FormError text={confirm.error && (detailOf(confirm.error) ?? 'Erro ao confirmar o e-mail')} />
        </>
      )}
    </MailPage>
  );
}

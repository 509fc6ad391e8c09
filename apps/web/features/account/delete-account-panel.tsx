import { formatDate, formatTime } from '@esteira/domain/calendar';
import { useState } from 'react';
import { lazyDialog } from '../../lib/lazy-dialog';
import { useCancelDeletion, useDeletion } from '../../lib/session/use-deletion';
import { Button } from '../../ui/button';
import { AccountRow } from './account-row';

const DeleteAccountDialog = lazyDialog(() => import('./delete-account-dialog'), 'DeleteAccountDialog', {
  title: 'Excluir conta',
});

/** The way out, and back while there is time. */
export function DeleteAccountPanel() {
  const at = useDeletion();
  return at === null ? <AskForDeletion /> : <WaitForDeletion at={at} />;
}

function AskForDeletion() {
  const [isAsking, setAsking] = useState(false);
  return (
    <AccountRow
      label="Excluir conta"
      value={
        <p className="text-muted">
          Você tem sete dias para mudar de ideia. Depois disso seus dados são apagados e não há como
          recuperá-los.
        </p>
      }
      actions={
        <Button size="sm" onClick={() => setAsking(true)}>
          Excluir conta
        </Button>
      }
    >
      {isAsking && <DeleteAccountDialog onClose={() => setAsking(false)} />}
    </AccountRow>
  );
}

function WaitForDeletion({ at }: { at: string }) {
  const cancel = useCancelDeletion();
  return (
    <AccountRow
      label="Excluir conta"
      value={
        <p>
          Sua conta será excluída em{' '}
          <strong className="font-semibold">
            {formatDate(at)} às {formatTime(at)}
          </strong>
          . Até lá tudo continua funcionando.
        </p>
      }
      actions={
        <Button size="sm" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancelar exclusão
        </Button>
      }
    />
  );
}

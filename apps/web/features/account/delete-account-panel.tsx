import { formatDate, formatTime } from '@esteira/domain/calendar';
import { useState } from 'react';
import { lazyDialog } from '../../lib/lazy-dialog';
import { useCancelDeletion, useDeletion } from '../../lib/session/use-deletion';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/panel';

const DeleteAccountDialog = lazyDialog(() => import('./delete-account-dialog'), 'DeleteAccountDialog', {
  title: 'Excluir conta',
});

/** The way out, and back while there is time. */
export function DeleteAccountPanel() {
  const at = useDeletion();
  return (
    <Panel heading="Excluir conta">
      <div className="grid gap-4 p-4">{at === null ? <AskForDeletion /> : <WaitForDeletion at={at} />}</div>
    </Panel>
  );
}

function AskForDeletion() {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <p className="text-muted">
        Você tem sete dias para mudar de ideia. Depois disso seus dados são apagados e não há como
        recuperá-los.
      </p>
      <Button variant="danger" onClick={() => setAsking(true)} className="justify-self-start">
        Excluir conta
      </Button>
      {isAsking && <DeleteAccountDialog onClose={() => setAsking(false)} />}
    </>
  );
}

function WaitForDeletion({ at }: { at: string }) {
  const cancel = useCancelDeletion();
  return (
    <>
      <p>
        Sua conta será excluída em{' '}
        <strong className="font-semibold">
          {formatDate(at)} às {formatTime(at)}
        </strong>
        . Até lá tudo continua funcionando.
      </p>
      <Button busy={cancel.isPending} onClick={() => cancel.mutate()} className="justify-self-start">
        Cancelar exclusão
      </Button>
    </>
  );
}

import { formatDate, formatTime } from '@esteira/domain/calendar';
import { useCancelDeletion, useDeletion } from '../../lib/session/use-deletion';
import { ShellBanner } from './late-banner';

/** While the account waits to be deleted, every page tells until when it is there, and the way back. */
export function DeletionBanner() {
  const at = useDeletion();
  const cancel = useCancelDeletion();
  if (at === null) return null;
  return (
    <ShellBanner
      label="Exclusão da conta"
      title={`Sua conta será excluída em ${formatDate(at)} às ${formatTime(at)}.`}
      text="Até lá tudo continua funcionando."
      action="Cancelar exclusão"
      onAct={() => !cancel.isPending && cancel.mutate()}
    />
  );
}

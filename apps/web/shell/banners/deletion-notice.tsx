import { formatDate, formatTime } from '@esteira/domain/calendar';
import { useCancelDeletion } from '../../lib/session/use-deletion';
import { ShellBanner } from './shell-banner';

/** Until when the account is there, and the way back. */
export function DeletionNotice({ at }: { at: string }) {
  const cancel = useCancelDeletion();
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

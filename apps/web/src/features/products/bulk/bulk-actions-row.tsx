import { useEffect, useRef } from 'react';
import { BulkRunDialog } from '../../../lib/bulk/bulk-run-dialog';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { Button } from '../../../ui/button';
import { BULK_ACTIONS, type BulkAction } from './bulk-actions';
import type { BulkSelection } from './bulk-selection';
import { useBulkRun } from './use-bulk-run';

interface BulkActionsRowProps {
  selection: BulkSelection;
  /** The dialog with the result of a run has been closed. */
  onClosed: () => void;
}

/** What can be done with the ticked products, and the run that does it. */
export function BulkActionsRow({ selection: { selected, replace }, onClosed }: BulkActionsRowProps) {
  // What was not done stays ticked: a second try is one click away.
  const { run, start, cancel, close } = useBulkRun((outcomes) =>
    replace(outcomes.filter(({ state }) => state !== 'done').map(({ id }) => id)),
  );
  const send = useSingleFlight((action: BulkAction) => start(action, selected));
  const isOpen = run !== null;
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) onClosed();
    wasOpen.current = isOpen;
  }, [isOpen, onClosed]);

  return (
    <>
      {selected.length > 0 && (
        <div className="grid w-full grid-cols-2 gap-2 sm:ml-auto sm:flex sm:w-auto sm:flex-wrap">
          {BULK_ACTIONS.map((action) => (
            <Button
              key={action.label}
              size="sm"
              variant={action.kind === 'publish' ? 'primary' : 'secondary'}
              onClick={() => send(action)}
            >
              {action.label}
            </Button>
          ))}
        </div>
      )}
      {run && (
        <BulkRunDialog
          run={run}
          words={{ done: run.action.done, skipped: ['não enviado', 'não enviados'] }}
          underWay="Enviando ao marketplace…"
          stop={['Cancelar', 'Cancelando']}
          resultLabel="Resultado por produto"
          onStop={cancel}
          onClose={close}
        />
      )}
    </>
  );
}

import type { ProductName } from '@esteira/validators/products/product';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { lazyNamed } from '../../../lib/lazy-named';
import { useUrlDialog } from '../../../lib/use-url-dialog';
import { BulkRunDialog } from '../../../parts/bulk/bulk-run-dialog';
import { Button } from '../../../ui/button';
import { CHANGE_TITLES, type ChangeTopic } from '../changes/change-titles';
import { BULK_ACTIONS, type BulkAction } from './bulk-actions';
import type { BulkSelection } from './bulk-selection';
import { useBulkRun } from './use-bulk-run';

// It brings its form and its schemas with it.
const ChangeDialog = lazyNamed(() => import('../changes/change-dialog'), 'ChangeDialog');

const TOPICS = Object.keys(CHANGE_TITLES) as ChangeTopic[];

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
  const changing = useUrlDialog('alterar', 'changes');
  // An address says what to change, not which products: without a choice made here it opens nothing.
  const [chosen, setChosen] = useState<ProductName[] | null>(null);
  const topic = chosen && TOPICS.find((each) => each === changing.value);
  const isOpen = run !== null || Boolean(topic);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) onClosed();
    wasOpen.current = isOpen;
  }, [isOpen, onClosed]);

  function choose(each: ChangeTopic) {
    setChosen(selected);
    changing.open(each);
  }

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
          {TOPICS.map((each) => (
            <Button key={each} size="sm" onClick={() => choose(each)}>
              {CHANGE_TITLES[each]}
            </Button>
          ))}
        </div>
      )}
      {topic && (
        <Suspense>
          <ChangeDialog key={topic} topic={topic} products={chosen} onClose={changing.close} />
        </Suspense>
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

import { clsx } from 'clsx';
import { Suspense, useEffect, useRef } from 'react';
import { formatCount } from '../../../lib/format/figures';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { lazyNamed } from '../../../lib/lazy-named';
import { Button } from '../../../ui/button';
import { BULK_ACTIONS, type BulkAction } from './bulk-actions';
import type { BulkSelection } from './bulk-selection';
import { useBulkRun } from './use-bulk-run';

const loadDialog = () => import('./bulk-dialog');
const BulkDialog = lazyNamed(loadDialog, 'BulkDialog');

interface BulkBarProps {
  selection: BulkSelection;
  /** How many products are loaded: 'Selecionar todos' ticks those. */
  loaded: number;
  /** How many the server has; unknown while it counts. */
  total: number | undefined;
}

/** How many products there are and what can be done with the ticked ones; stays in sight while some are ticked. */
export function BulkBar({ selection, loaded, total }: BulkBarProps) {
  const { selected, replace, selectAll, clear } = selection;
  // What was not done stays ticked: a second try is one click away.
  const { start, ...runState } = useBulkRun((outcomes) =>
    replace(outcomes.filter(({ state }) => state !== 'done').map(({ id }) => id)),
  );
  const send = useSingleFlight((action: BulkAction) => start(action, selected));
  const some = selected.length > 0;
  const box = useRef<HTMLInputElement>(null);
  const partly = some && selected.length < loaded;
  useEffect(() => {
    if (box.current) box.current.indeterminate = partly;
  }, [partly]);

  // It is there before anything is begun that it would tell of.
  useEffect(() => {
    if (some) loadDialog().catch(() => undefined);
  }, [some]);

  // The button that began the run may be gone by its end: what was ticked, was done.
  const isOpen = runState.run !== null;
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) box.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);

  return (
    <section
      aria-label="Ações em lote"
      data-bulk-bar={some || undefined}
      className={clsx(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border bg-surface px-3 py-2',
        some && 'sticky top-16 z-20 border-primary shadow-raised lg:top-2',
        // Nothing shows between it and what it sticks to.
        some && 'before:-inset-x-1 before:-top-2.25 before:absolute before:h-2 before:bg-background',
      )}
    >
      <label className="flex min-h-8 cursor-pointer items-center gap-2 font-medium text-[13px]">
        <input
          type="checkbox"
          ref={box}
          checked={some && selected.length === loaded}
          onChange={(event) => (event.target.checked ? selectAll() : clear())}
          className="size-4 accent-primary"
        />
        Selecionar todos
      </label>
      <p role="status" className="tabular text-[13px] text-muted">
        {some ? selectedText(selected.length, loaded, total) : totalText(total)}
      </p>
      {some && (
        <>
          <Button size="sm" variant="ghost" className="max-sm:ml-auto" onClick={clear}>
            Limpar
          </Button>
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
        </>
      )}
      {isOpen && (
        <Suspense>
          <BulkDialog {...runState} />
        </Suspense>
      )}
    </section>
  );
}

function totalText(total: number | undefined): string {
  if (total === undefined) return '';
  return total === 1 ? '1 produto' : `${formatCount(total)} produtos`;
}

/** Says so when more could be ticked than has been loaded. */
function selectedText(selected: number, loaded: number, total: number | undefined): string {
  const count = selected === 1 ? '1 selecionado' : `${formatCount(selected)} selecionados`;
  const more = selected === loaded && total !== undefined && total > loaded;
  return more ? `${count} de ${formatCount(total)}` : count;
}

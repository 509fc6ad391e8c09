import { clsx } from 'clsx';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { formatCount } from '../../../lib/format/figures';
import { lazyNamed } from '../../../lib/lazy-named';
import { Button } from '../../../ui/button';
import type { BulkSelection } from './bulk-selection';

// Most visits tick nothing.
const BulkActions = lazyNamed(() => import('./bulk-actions-row'), 'BulkActionsRow');

interface BulkBarProps {
  selection: BulkSelection;
  /** How many products are loaded. */
  loaded: number;
  /** How many the server has; unknown while it counts. */
  total: number | undefined;
  narrowed: boolean;
}

/** How many products there are and what can be done with the ticked ones; stays in sight while some are ticked. */
export function BulkBar({ selection, loaded, total, narrowed }: BulkBarProps) {
  const { selected, gathering, selectAll, clear } = selection;
  const some = selected.length > 0;
  // Once there it stays: the last of what was ticked may be done while its result is still being read.
  const [begun, setBegun] = useState(false);
  if (some && !begun) setBegun(true);
  const box = useRef<HTMLInputElement>(null);
  const partly = some && selected.length < (total ?? loaded);
  useEffect(() => {
    if (box.current) box.current.indeterminate = partly;
  }, [partly]);
  // The button that began a run may be gone by its end: what was ticked, was done.
  const focusBox = useCallback(() => box.current?.focus({ preventScroll: true }), []);

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
          checked={gathering || (some && !partly)}
          aria-busy={gathering}
          onChange={(event) => (event.target.checked ? selectAll() : clear())}
          className="size-4 accent-primary"
        />
        {total && total > loaded ? allText(total, narrowed) : 'Selecionar todos'}
      </label>
      <p role="status" className="tabular text-[13px] text-muted">
        {gathering ? 'Selecionando...' : some ? selectedText(selected.length) : totalText(total)}
      </p>
      {some && (
        <Button size="sm" variant="ghost" className="max-sm:ml-auto" onClick={clear}>
          Limpar
        </Button>
      )}
      {begun && (
        <Suspense>
          <BulkActions selection={selection} onClosed={focusBox} />
        </Suspense>
      )}
    </section>
  );
}

/** Ticks more than has been loaded, and says how many. */
function allText(total: number, narrowed: boolean): string {
  const count = formatCount(total);
  return narrowed ? `Selecionar os ${count} desta busca` : `Selecionar todos os ${count}`;
}

function totalText(total: number | undefined): string {
  if (total === undefined) return '';
  return total === 1 ? '1 produto' : `${formatCount(total)} produtos`;
}

function selectedText(selected: number): string {
  return selected === 1 ? '1 selecionado' : `${formatCount(selected)} selecionados`;
}

import { countText } from '@esteira/domain/text/count-text';
import { clsx } from 'clsx';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button';

interface SelectionBarProps {
  /** Nothing is there to be ticked. */
  hidden?: boolean;
  /** How many are ticked. */
  selected: number;
  /** Whether that is not yet all of the list. */
  isPart: boolean;
  gathering: boolean;
  allLabel: string;
  /** What stands there while none is ticked. */
  totalLabel: string;
  onSelectAll: () => void;
  onClear: () => void;
  /** What can be done with the ticked items; `focusBar` gives the keyboard a place when a run is over. */
  actions: (focusBar: () => void) => ReactNode;
  /** Loads the code of what `actions` draws. */
  loadActions: () => Promise<unknown>;
  /** Stands at the end of the bar while none is ticked. */
  aside?: ReactNode;
}

/** How many items there are and what can be done with the ticked ones; stays in sight while some are ticked. */
export function SelectionBar({ hidden = false, selected, isPart, gathering, ...props }: SelectionBarProps) {
  const { onSelectAll, onClear, loadActions } = props;
  const some = selected > 0;
  // Once there it stays: the last of what was ticked may be done while its result is still being read.
  const [begun, setBegun] = useState(false);
  if (some && !begun) setBegun(true);
  const box = useRef<HTMLInputElement>(null);
  const partly = some && isPart;
  useEffect(() => {
    if (box.current) box.current.indeterminate = partly;
  }, [partly]);
  // The button that began a run may be gone by its end: what was ticked, was done.
  const focusBar = useCallback(() => box.current?.focus({ preventScroll: true }), []);

  useLoadAhead(loadActions);
  const bar = useToldHeight();
  return (
    <section
      ref={bar}
      aria-label="Ações em lote"
      hidden={hidden}
      data-bulk-bar={(some && !hidden) || undefined}
      className={clsx(
        'flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border bg-surface px-3 py-1.5',
        !hidden && 'flex',
        some && 'sticky top-(--bulk-bar-top) z-20 border-primary shadow-raised',
        // Nothing shows between it and what it sticks to.
        some && 'before:-inset-x-1 before:-top-2.25 before:absolute before:h-2 before:bg-background',
      )}
    >
      <label
        data-changes
        className="flex min-h-8 max-sm:min-h-10 cursor-pointer items-center gap-2 font-medium text-[13px]"
      >
        <input
          type="checkbox"
          ref={box}
          checked={gathering || (some && !partly)}
          aria-busy={gathering}
          onChange={(event) => (event.target.checked ? onSelectAll() : onClear())}
          className="size-4 accent-primary"
        />
        {/* On a phone how many are ticked takes its place. */}
        <span className={clsx(some && 'max-sm:sr-only')}>{props.allLabel}</span>
      </label>
      <p role="status" className={clsx('tabular text-[13px] text-muted', !some && 'max-sm:sr-only')}>
        {gathering ? 'Selecionando...' : some ? toSelectedText(selected) : props.totalLabel}
      </p>
      {some && (
        <Button size="sm" variant="ghost" className="max-sm:ml-auto" onClick={onClear}>
          Limpar
        </Button>
      )}
      {!some && props.aside && <div className="ml-auto flex flex-wrap items-center gap-2">{props.aside}</div>}
      {begun && props.actions(focusBar)}
    </section>
  );
}

/** Once somebody comes near a box: what came after the tick would move the list, and be missed by the next Tab. */
function useLoadAhead(load: SelectionBarProps['loadActions']) {
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    function look({ target }: Event) {
      if (!(target instanceof Element) || target.closest('label, input[type="checkbox"]') === null) return;
      controller.abort();
      // Drawn later, it is asked for again.
      load().catch(() => undefined);
    }
    document.addEventListener('pointerover', look, { signal, passive: true });
    document.addEventListener('focusin', look, { signal });
    return () => controller.abort();
  }, [load]);
}

/** Tells the page how high the bar is: what else stays at the top stays below it. */
function useToldHeight() {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      document.documentElement.style.setProperty('--bulk-bar-height', `${element.offsetHeight}px`),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return bar;
}

function toSelectedText(selected: number): string {
  return countText(selected, 'selecionado', 'selecionados');
}

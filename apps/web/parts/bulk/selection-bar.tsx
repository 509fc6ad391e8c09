import { countText } from '@esteira/domain/text/count-text';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { useFadedEnds } from '../../ui/use-faded-ends';

interface SelectAllProps {
  /** How many are ticked. */
  selected: number;
  /** Whether that is not yet all of the list. */
  isPart: boolean;
  gathering: boolean;
  allLabel: string;
  onSelectAll: () => void;
  onClear: () => void;
}

interface SelectionBarProps extends SelectAllProps {
  /** Nothing is there to be ticked. */
  hidden?: boolean;
  /** The list is on its way: the room of the bar is kept free. */
  isPending?: boolean;
  /** The box stands in the head of a table below. */
  isBoxInTable?: boolean;
  /** What stands there while none is ticked. */
  total: ReactNode;
  /** What can be done with the ticked items; `focusBar` gives the keyboard a place when a run is over. */
  actions: (focusBar: () => void) => ReactNode;
  /** Loads the code of what `actions` draws. */
  loadActions: () => Promise<unknown>;
  /** Stands at the end of the bar; while some are ticked only where there is room for it. */
  aside?: ReactNode;
}

/**
 * The head of a list: how many items there are, and in the same place what can be done with the ticked ones. As high
 * in both cases, so that nothing below moves; stays in sight while some are ticked.
 */
export function SelectionBar({ hidden = false, isPending = false, ...props }: SelectionBarProps) {
  const { selected, isPart, gathering, onClear, loadActions } = props;
  const some = selected > 0;
  // Once there it stays: the last of what was ticked may be done while its result is still being read.
  const [begun, setBegun] = useState(false);
  if (some && !begun) setBegun(true);

  useLoadAhead(loadActions);
  if (isPending) return <div className="-my-2 h-12" />;
  return (
    <section
      aria-label="Ações em lote"
      hidden={hidden}
      data-bulk-bar={(some && !hidden) || undefined}
      className={clsx(
        '-my-2 h-12 items-center gap-x-3 rounded-lg border px-3 max-sm:gap-x-2',
        !hidden && 'flex',
        some
          ? 'sticky top-(--bulk-bar-top) z-20 border-primary bg-surface shadow-raised'
          : 'border-transparent',
        // Nothing shows between it and what it sticks to.
        some && 'before:-inset-x-1 before:-top-2.25 before:absolute before:h-2 before:bg-background',
      )}
    >
      {!props.isBoxInTable && (
        <SelectAllBox
          {...props}
          className="flex min-h-8 shrink-0 items-center gap-2"
          // What can be done with the ticked ones needs its room.
          textClassName={clsx('max-md:sr-only', some && (isPart ? 'max-xl:sr-only' : 'sr-only'))}
        />
      )}
      <p role="status" className="tabular shrink-0 text-[13px] empty:hidden">
        {gathering ? 'Selecionando...' : some ? toSelectedText(selected) : ''}
      </p>
      {some ? (
        <Button size="sm" variant="ghost" className="max-sm:px-1!" onClick={onClear}>
          Limpar
        </Button>
      ) : (
        !gathering && (
          <div className="tabular line-clamp-2 min-w-0 text-[13px] text-muted leading-4">{props.total}</div>
        )
      )}
      {begun && <ActionsRow>{props.actions(focusSelectAll)}</ActionsRow>}
      {props.aside && (
        <div className={clsx('ml-auto flex shrink-0 items-center gap-2', some && 'max-2xl:hidden')}>
          {props.aside}
        </div>
      )}
    </section>
  );
}

/** Sideways rather than on a second line. */
function ActionsRow({ children }: { children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null);
  const faded = useFadedEnds(row);
  return (
    <div
      ref={row}
      className={clsx('-my-1 flex min-w-0 flex-1 overflow-x-auto px-1 py-1 [scrollbar-width:none]', faded)}
    >
      <div className="ml-auto flex w-max items-center gap-2">{children}</div>
    </div>
  );
}

const SELECT_ALL = 'data-select-all';

// The button that began a run may be gone by its end: what was ticked, was done.
function focusSelectAll() {
  document.querySelector<HTMLElement>(`[${SELECT_ALL}]`)?.focus({ preventScroll: true });
}

interface SelectAllBoxProps extends SelectAllProps {
  className: string;
  /** Of the text beside it; absent: there is none. */
  textClassName?: string;
}

/** The box that ticks the whole list, in its bar or in the head of its table. */
export function SelectAllBox({ selected, isPart, gathering, textClassName, ...props }: SelectAllBoxProps) {
  const { allLabel, onSelectAll, onClear } = props;
  const some = selected > 0;
  const box = useRef<HTMLInputElement>(null);
  const partly = some && isPart;
  useEffect(() => {
    if (box.current) box.current.indeterminate = partly;
  }, [partly]);
  return (
    <label data-changes className={clsx('cursor-pointer', props.className)}>
      <input
        type="checkbox"
        {...{ [SELECT_ALL]: true }}
        ref={box}
        aria-label={textClassName === undefined ? allLabel : undefined}
        checked={gathering || (some && !partly)}
        aria-busy={gathering}
        onChange={(event) => (event.target.checked ? onSelectAll() : onClear())}
        className="size-4 accent-primary"
      />
      {textClassName !== undefined && (
        <span className={clsx('font-medium text-[13px]', textClassName)}>{allLabel}</span>
      )}
    </label>
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

function toSelectedText(selected: number): string {
  return countText(selected, 'selecionado', 'selecionados');
}

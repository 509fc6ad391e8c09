import { type KeyboardEvent, useEffect, useRef } from 'react';
import { cardIdOf } from '../list/use-load-to-order';

const CONTROLS = 'a[href], button, input';

/** Up and down go from a control of one row to the same control of the next. */
export function useRowKeys(
  positions: ReadonlyMap<string, number>,
  ids: readonly string[],
  scrollTo: (index: number) => void,
) {
  const target = useRef<{ id: string; place: number } | null>(null);

  // The row may come into the document only with the scrolling.
  useEffect(() => {
    if (target.current && focusControl(target.current)) target.current = null;
  });

  return (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('tr[data-item]') : null;
    const from = positions.get(row?.dataset['item'] ?? '');
    const next = from === undefined ? undefined : ids[from + step];
    if (step === 0 || row === null || from === undefined || next === undefined) return;
    event.preventDefault();
    const place = listControls(row).indexOf(event.target as HTMLElement);
    target.current = { id: next, place: Math.max(place, 0) };
    if (focusControl(target.current)) target.current = null;
    else scrollTo(from + step);
  };
}

/** A row without so many controls gives its last one. */
function focusControl({ id, place }: { id: string; place: number }): boolean {
  const row = document.getElementById(cardIdOf(id));
  if (!row) return false;
  const controls = listControls(row);
  (controls[place] ?? controls.at(-1))?.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
  return true;
}

/** Without what a role may not do, which is hidden. */
function listControls(row: HTMLElement): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => control.checkVisibility());
}

import { type KeyboardEvent, useEffect, useRef } from 'react';
import { cardIdOf } from '../list/use-load-to-order';

const CONTROLS = 'a[href], button, input';

/** The control that gets the focus as soon as its row is in the document, and the row that has the focus until then. */
interface Target {
  id: string;
  place: number;
  from: string;
}

/** Up and down go from a control of one row to the same control of the next. */
export function useRowKeys(
  positions: ReadonlyMap<string, number>,
  ids: readonly string[],
  scrollTo: (index: number) => void,
) {
  const target = useRef<Target | null>(null);

  // The row may come into the document only with the scrolling; a focus that went elsewhere meanwhile stays there.
  useEffect(() => {
    if (target.current === null) return;
    const isLeft = findRow(document.activeElement)?.dataset['item'] !== target.current.from;
    if (isLeft || focusControl(target.current)) target.current = null;
  });

  return (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const row = findRow(event.target);
    const id = row?.dataset['item'] ?? '';
    // A held key repeats before the row of the press before is drawn.
    const pending = target.current?.from === id ? target.current : null;
    const from = positions.get(pending?.id ?? id);
    const next = from === undefined ? undefined : ids[from + step];
    if (step === 0 || row === null || from === undefined || next === undefined) return;
    event.preventDefault();
    const place = pending?.place ?? Math.max(listControls(row).indexOf(event.target as HTMLElement), 0);
    target.current = { id: next, place, from: id };
    if (focusControl(target.current)) target.current = null;
    else scrollTo(from + step);
  };
}

/** A row without so many controls gives its last one. */
function focusControl({ id, place }: Target): boolean {
  const row = document.getElementById(cardIdOf(id));
  if (!row) return false;
  const controls = listControls(row);
  (controls[place] ?? controls.at(-1))?.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
  return true;
}

function findRow(element: EventTarget | null): HTMLElement | null {
  return element instanceof Element ? element.closest<HTMLElement>('tr[data-item]') : null;
}

/** Without what a role may not do, which is hidden. */
function listControls(row: HTMLElement): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => control.checkVisibility());
}

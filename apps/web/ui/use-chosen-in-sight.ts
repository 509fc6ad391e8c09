import { type RefObject, useEffect } from 'react';

const CHOSEN = '[aria-pressed="true"], [aria-selected="true"], [aria-current="page"]';

/** Scrolls what is chosen to the middle of a row that scrolls sideways: on a phone it may lie beyond the edge. */
export function showChosen(row: HTMLElement | null) {
  const chosen = row?.querySelector(CHOSEN);
  if (!row || !chosen) return;
  const [outer, inner] = [row.getBoundingClientRect(), chosen.getBoundingClientRect()];
  row.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}

/** Does so at first and whenever another value is chosen; null: none is. */
export function useChosenInSight(row: RefObject<HTMLElement | null>, value: string | null) {
  useEffect(() => {
    if (value !== null) showChosen(row.current);
  }, [row, value]);
}

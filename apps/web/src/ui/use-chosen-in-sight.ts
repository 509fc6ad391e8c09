import { type RefObject, useEffect } from 'react';

const CHOSEN = '[aria-pressed="true"], [aria-selected="true"], [aria-current="page"]';

/** Scrolls what is chosen to the middle of a row that scrolls sideways: on a phone it may lie beyond the edge. */
export function useChosenInSight(row: RefObject<HTMLElement | null>, value: string | null) {
  useEffect(() => {
    const chosen = value === null ? null : row.current?.querySelector(CHOSEN);
    if (!row.current || !chosen) return;
    const [outer, inner] = [row.current.getBoundingClientRect(), chosen.getBoundingClientRect()];
    row.current.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
  }, [row, value]);
}

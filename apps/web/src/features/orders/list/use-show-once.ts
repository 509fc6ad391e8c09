import { type RefObject, useEffect, useRef } from 'react';
import { cardIdOf } from './use-arrival';
import type { useOrderWindow } from './use-order-window';

/** Brings the wanted order into view, once for each time it is asked for, and the keyboard to it. */
export function useShowOnce(
  wanted: string | null,
  index: number | undefined,
  virtualizer: ReturnType<typeof useOrderWindow>['virtualizer'],
) {
  const shown = useRef<string | null>(null);
  const toFocus = useRef<string | null>(null);

  useEffect(() => {
    if (wanted === null) shown.current = null;
    if (wanted === null || index === undefined || shown.current === wanted) return;
    // Not before the shell has brought a new page to its top.
    const frame = requestAnimationFrame(() => {
      shown.current = wanted;
      toFocus.current = wanted;
      virtualizer.scrollToIndex(index, { align: 'center' });
      focusCard(toFocus);
    });
    return () => cancelAnimationFrame(frame);
  }, [wanted, index, virtualizer]);

  // The card may come into the document only with the scrolling.
  useEffect(() => focusCard(toFocus));
}

function focusCard(toFocus: RefObject<string | null>) {
  const card = toFocus.current === null ? null : document.getElementById(cardIdOf(toFocus.current));
  if (!card) return;
  toFocus.current = null;
  card.focus({ preventScroll: true });
}

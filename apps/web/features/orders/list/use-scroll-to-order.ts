import { type RefObject, useEffect, useRef } from 'react';
import { cardIdOf } from './use-load-to-order';
import type { useOrderWindow } from './use-order-window';

/** Scrolls to the wanted order and focuses it, once each time it is requested. */
export function useScrollToOrder(
  wanted: string | null,
  index: number | undefined,
  virtualizer: ReturnType<typeof useOrderWindow>['virtualizer'],
) {
  const shown = useRef<string | null>(null);
  const toFocus = useRef<string | null>(null);

  useEffect(() => {
    if (wanted === null) shown.current = null;
    if (wanted === null || index === undefined || shown.current === wanted) return;
    // After the shell has scrolled a new page to its top.
    const frame = requestAnimationFrame(() => {
      shown.current = wanted;
      toFocus.current = wanted;
      virtualizer.scrollToIndex(index, { align: 'center' });
      focusCard(toFocus);
    });
    return () => cancelAnimationFrame(frame);
  }, [wanted, index, virtualizer]);

  // The list is virtual: the card may be rendered only after the scrolling.
  useEffect(() => focusCard(toFocus));
}

function focusCard(toFocus: RefObject<string | null>) {
  const card = toFocus.current === null ? null : document.getElementById(cardIdOf(toFocus.current));
  if (!card) return;
  toFocus.current = null;
  card.focus({ preventScroll: true });
}

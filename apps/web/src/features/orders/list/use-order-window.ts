import type { Order } from '@esteira/validators/order';
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

const GAP = 12;
/** Card heights with its four blocks side by side, in two rows and one below the other. */
const HEIGHTS = [
  { from: 1280, height: 190 },
  { from: 640, height: 300 },
  { from: 0, height: 510 },
];

/** Which of the orders are near enough to the window to be in the document, and where they stand. */
export function useOrderWindow(list: RefObject<HTMLElement | null>, orders: Order[]) {
  const top = useTop(list);
  const positions = useMemo(() => new Map(orders.map(({ id }, index) => [id, index])), [orders]);
  const focused = useRef<string | null>(null);
  const virtualizer = useWindowVirtualizer({
    count: orders.length,
    getItemKey: useCallback((index: number) => orders[index]?.id ?? index, [orders]),
    estimateSize: () => HEIGHTS.find(({ from }) => window.innerWidth >= from)?.height ?? 0,
    overscan: 2,
    gap: GAP,
    scrollMargin: top,
    // The card with the keyboard's focus stays, wherever the window scrolls.
    rangeExtractor: useCallback(
      (range: Range) => {
        const visible = defaultRangeExtractor(range);
        const kept = positions.get(focused.current ?? '');
        if (kept === undefined || visible.includes(kept)) return visible;
        return [...visible, kept].sort((a, b) => a - b);
      },
      [positions],
    ),
  });
  useSteadyView(virtualizer, positions);

  return {
    virtualizer,
    top,
    positions,
    onFocus: (event: FocusEvent) => {
      focused.current = event.target.closest<HTMLElement>('[data-order]')?.dataset.order ?? null;
    },
    onBlur: (event: FocusEvent) => {
      if (event.relatedTarget && !list.current?.contains(event.relatedTarget)) focused.current = null;
    },
  };
}

type OrderVirtualizer = ReturnType<typeof useWindowVirtualizer>;

/** An order that arrives above what is being read must not push it away from under the eye and the finger. */
function useSteadyView(virtualizer: OrderVirtualizer, positions: ReadonlyMap<string, number>) {
  const anchor = useRef<{ id: string; start: number } | null>(null);
  const known = useRef(positions);

  useLayoutEffect(() => {
    const before = anchor.current;
    const index = known.current === positions || !before ? undefined : positions.get(before.id);
    known.current = positions;
    const start = index === undefined ? undefined : virtualizer.measurementsCache[index]?.start;
    if (before && start !== undefined && start !== before.start) window.scrollBy(0, start - before.start);
  }, [positions, virtualizer]);

  useLayoutEffect(() => {
    const offset = virtualizer.scrollOffset ?? 0;
    // At the top of the list what is new may show itself.
    const first = virtualizer.getVirtualItems().find((item) => item.end > offset);
    const scrolled = offset > (virtualizer.options.scrollMargin ?? 0);
    anchor.current = first && scrolled ? { id: String(first.key), start: first.start } : null;
  });
}

/** Where the list begins, in pixels from the top of the document, followed through every change of layout. */
function useTop(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => setTop(Math.round(element.getBoundingClientRect().top + window.scrollY));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);

  return top;
}

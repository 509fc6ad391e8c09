import type { Order } from '@esteira/validators/orders/order';
import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import { useVirtualList } from '../../../ui/lists/use-virtual-list';

const GAP = 12;
/** Card heights with its four blocks side by side, in two rows, and of a phone, and where the first begins. */
const SIZES = [
  { from: 1420, height: 218, top: 268 },
  { from: 1280, height: 244, top: 268 },
  { from: 640, height: 338, top: 268 },
  { from: 0, height: 114, top: 300 },
];

const sizesNow = () => SIZES.find(({ from }) => window.innerWidth >= from);
const estimateSize = () => sizesNow()?.height ?? 0;

/** Which of the orders are near enough to the window to be in the document, and where they stand. */
export function useOrderWindow(list: RefObject<HTMLElement | null>, orders: Order[]) {
  const ids = useMemo(() => orders.map(({ id }) => id), [orders]);
  const listWindow = useVirtualList({
    ...{ list, ids, gap: GAP, overscan: 2, estimateSize },
    expectedTop: sizesNow()?.top ?? 0,
  });
  useStableView(listWindow.virtualizer, listWindow.positions);
  return listWindow;
}

type OrderVirtualizer = ReturnType<typeof useVirtualList>['virtualizer'];

/** An order that arrives above what is being read must not push it away from under the eye and the finger. */
function useStableView(virtualizer: OrderVirtualizer, positions: ReadonlyMap<string, number>) {
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

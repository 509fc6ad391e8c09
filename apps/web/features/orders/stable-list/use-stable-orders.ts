import type { Order } from '@esteira/validators/orders/order';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useDeferredSteps, useStepNotes } from '../actions/recent-steps';
import { type Arrangement, arrangeOrders, NOTHING_YET } from './arrange-orders';

interface ListedOrders {
  /** Which list they are of; null while they are still those of the list before. */
  list: string | null;
  orders: Order[];
  wanted: string | null;
}

/** The orders of a list as they are shown: those that took a step keep their place, new ones wait while scrolled. */
export function useStableOrders({ list, orders, wanted }: ListedOrders): Arrangement {
  const deferred = useDeferredSteps();
  const { read } = useStepNotes();
  const isScrolled = useIsScrolled();
  const before = useRef(NOTHING_YET);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` depends on `deferred`.
  const arranged = useMemo(
    () => arrangeOrders(before.current, { list, orders, steps: read(), isScrolled, wanted }),
    [list, orders, deferred, read, isScrolled, wanted],
  );
  useLayoutEffect(() => {
    before.current = arranged;
  }, [arranged]);
  return arranged;
}

/** One frame after the scrolling, so that other scroll listeners run before new orders are inserted. */
function useIsScrolled(): boolean {
  const [isScrolled, setScrolled] = useState(isPageScrolled);
  useEffect(() => {
    let frame = 0;
    function follow() {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setScrolled(isPageScrolled()));
    }
    window.addEventListener('scroll', follow, { passive: true });
    return () => {
      window.removeEventListener('scroll', follow);
      cancelAnimationFrame(frame);
    };
  }, []);
  return isScrolled;
}

/** One pixel of tolerance for rounding. */
function isPageScrolled(): boolean {
  return window.scrollY > 1;
}

import { type RefObject, useLayoutEffect, useState } from 'react';

/** Widths are told apart in steps: dragging the window's edge renders the table only now and then. */
const STEP = 10;

/** The width of an element in pixels, followed through every change of layout. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width / STEP) * STEP);
    });
    observer.observe(element.current);
    setWidth(Math.floor(element.current.clientWidth / STEP) * STEP);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

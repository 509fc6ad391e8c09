import { type RefObject, useLayoutEffect, useState } from 'react';

/** Pixels between two cards, and the least a card may be wide. */
export const GAP = 16;
const MIN_CARD = 320;

interface GridFrame {
  columns: number;
  /** Where the list begins, in pixels from the top of the document. */
  top: number;
}

export function columnsIn(width: number): number {
  return Math.max(1, Math.floor((width + GAP) / (MIN_CARD + GAP)));
}

/** How many columns the list has room for and where it begins, followed through every change of layout. */
export function useGridFrame(list: RefObject<HTMLElement | null>): GridFrame {
  const [frame, setFrame] = useState<GridFrame>({ columns: 1, top: 0 });

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    function measure() {
      const box = element?.getBoundingClientRect();
      if (!box) return;
      const columns = columnsIn(box.width);
      const top = Math.round(box.top + window.scrollY);
      setFrame((current) =>
        current.columns === columns && current.top === top ? current : { columns, top },
      );
    }
    measure();
    // The page around it, too: what grows above the list moves it without resizing it.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);

  return frame;
}

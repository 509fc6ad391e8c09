import { type RefObject, startTransition, useLayoutEffect, useRef, useState } from 'react';

interface Frame {
  columns: number;
  /** Where the list begins, in pixels from the top of the document. */
  top: number;
}

interface ListFrameOptions {
  list: RefObject<HTMLElement | null>;
  /** Pixels between two columns. */
  gap: number;
  /** The least width of an item in pixels; absent: one column. */
  minWidth: number | undefined;
  /** About how far below the top of the page's main part the list begins. */
  expectedTop: number;
}

/**
 * How many columns the list has room for and where it begins, followed through every change of layout. It is guessed
 * for the first drawing, which else would be of no use: what is drawn after measuring costs that frame a second layout.
 */
export function useListFrame({ list, gap, minWidth, expectedTop }: ListFrameOptions): Frame {
  const [frame, setFrame] = useState<Frame>(() => {
    const page = measurePage();
    return { columns: countColumns(page.width, gap, minWidth), top: page.top + expectedTop };
  });

  const guess = useRef<Frame | null>(frame);

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    function measure() {
      const box = element?.getBoundingClientRect();
      if (!box) return;
      const columns = countColumns(box.width, gap, minWidth);
      const top = Math.round(box.top + window.scrollY);
      const take = () =>
        setFrame((current) =>
          current.columns === columns && current.top === top ? current : { columns, top },
        );
      // Further down than was thought, everything in sight is there, and a few items more.
      if (columns === guess.current?.columns && top >= guess.current.top) startTransition(take);
      else take();
      guess.current = null;
    }
    measure();
    // The page around it, too: what grows above the list moves it without resizing it.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list, gap, minWidth]);

  return frame;
}

function countColumns(width: number, gap: number, minWidth: number | undefined): number {
  return minWidth === undefined ? 1 : Math.max(1, Math.floor((width + gap) / (minWidth + gap)));
}

/** The room that the page has for a list that is not there yet. */
function measurePage(): { width: number; top: number } {
  const page = document.querySelector('main');
  if (!page) return { width: 0, top: 0 };
  const { paddingLeft, paddingRight } = getComputedStyle(page);
  return {
    width: page.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight),
    top: Math.round(page.getBoundingClientRect().top + window.scrollY),
  };
}

import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useDeferredValue, useLayoutEffect, useMemo, useState } from 'react';
import { useKeptFocus } from './use-kept-focus';

interface VirtualListOptions {
  list: RefObject<HTMLElement | null>;
  /** Ids of the items, in order; an item's element bears its id as `data-item`. Memoise it. */
  ids: readonly string[];
  /** Pixels between two rows, and between two columns. */
  gap: number;
  /** The least width of an item in pixels: as many columns as fit. Absent: one column, and rows are known by id. */
  minWidth?: number;
  overscan: number;
  /** The height of a row in pixels before it is measured. */
  estimateSize: (row: number, columns: number) => number;
}

/**
 * Which rows of a long list are near enough to the window to be in the document, and where they stand. The item with
 * the keyboard's focus stays in the document wherever the window scrolls.
 */
export function useVirtualList({ list, ids, gap, minWidth, estimateSize, ...options }: VirtualListOptions) {
  // What is in sight is painted before what is only near.
  const overscan = useDeferredValue(options.overscan, 0);
  const { columns, top } = useFrame(list, gap, minWidth);
  const positions = useMemo(() => new Map(ids.map((id, index) => [id, index])), [ids]);
  const focus = useKeptFocus(list, positions, columns);
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(ids.length / columns),
    estimateSize: (row) => estimateSize(row, columns),
    // A new function would have all rows counted again, at each frame of scrolling.
    getItemKey: useCallback(
      (row: number) => (minWidth === undefined ? (ids[row] ?? row) : row),
      [ids, minWidth],
    ),
    overscan,
    gap,
    scrollMargin: top,
    rangeExtractor: focus.rangeExtractor,
  });
  // Another number of columns makes other rows: what was measured of the old ones says nothing about them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns are what it must follow.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, columns]);

  /** Whether a row is in the document for being in sight, not for the focus that it holds. */
  const isNear = (row: number) => {
    const { range } = virtualizer;
    return range === null || (row >= range.startIndex - overscan && row <= range.endIndex + overscan);
  };
  return { virtualizer, top, columns, positions, focus, isNear };
}

interface Frame {
  columns: number;
  /** Where the list begins, in pixels from the top of the document. */
  top: number;
}

/** How many columns the list has room for and where it begins, followed through every change of layout. */
function useFrame(list: RefObject<HTMLElement | null>, gap: number, minWidth: number | undefined): Frame {
  const [frame, setFrame] = useState<Frame>({ columns: 1, top: 0 });

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    function measure() {
      const box = element?.getBoundingClientRect();
      if (!box) return;
      const columns =
        minWidth === undefined ? 1 : Math.max(1, Math.floor((box.width + gap) / (minWidth + gap)));
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
  }, [list, gap, minWidth]);

  return frame;
}

import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react';
import { useFocusedRow } from './use-focused-row';
import { useListFrame } from './use-list-frame';

interface VirtualListOptions {
  list: RefObject<HTMLElement | null>;
  /** Ids of the items, in order; an item's element bears its id as `data-item`. Memoise it. */
  ids: readonly string[];
  /** Pixels between two rows, and between two columns. */
  gap: number;
  /** The least width of an item in pixels: as many columns as fit. Absent: one column, and rows are known by id. */
  minWidth?: number;
  /** About how far below the top of the page's main part the list begins, in pixels. */
  expectedTop: number;
  overscan: number;
  /** The height of a row in pixels before it is measured. */
  estimateSize: (row: number, columns: number) => number;
}

/**
 * Which rows of a long list are near enough to the window to be in the document, and where they stand. The item with
 * the keyboard's focus stays in the document wherever the window scrolls.
 */
export function useVirtualList({ list, ids, gap, minWidth, expectedTop, ...options }: VirtualListOptions) {
  const { estimateSize } = options;
  // What is in sight is painted before what is only near.
  const overscan = useDeferredValue(options.overscan, 0);
  const { columns, top } = useListFrame({ list, gap, minWidth, expectedTop });
  const positions = useMemo(() => new Map(ids.map((id, index) => [id, index])), [ids]);
  const focus = useFocusedRow(list, positions, columns);
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
    // Known before anything is measured: the first drawing has the items in sight already.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    rangeExtractor: focus.rangeExtractor,
  });
  // Another number of columns makes other rows: what was measured of the old ones says nothing about them.
  const measured = useRef(columns);
  useLayoutEffect(() => {
    if (measured.current !== columns) virtualizer.measure();
    measured.current = columns;
  }, [virtualizer, columns]);

  /** Whether a row is in the document for being in sight, not for the focus that it holds. */
  const isNear = (row: number) => {
    const { range } = virtualizer;
    return range === null || (row >= range.startIndex - overscan && row <= range.endIndex + overscan);
  };
  return { virtualizer, top, columns, positions, focus, isNear };
}

import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { type FocusEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';

interface FocusedControl {
  /** Of the item that it is in. */
  id: string;
  element: HTMLElement;
  /** Which of the item's controls it is; -1 for none of them. */
  place: number;
}

/** Keeps the item (`data-item`) that holds the keyboard's focus in the document wherever the window scrolls. */
export function useFocusedRow(
  list: RefObject<HTMLElement | null>,
  positions: ReadonlyMap<string, number>,
  columns: number,
) {
  const focused = useRef<FocusedControl | null>(null);

  // An item that arrived before it may have moved it to another row, which made its elements again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn follows the items and the columns.
  useLayoutEffect(() => {
    const { current } = focused;
    if (current === null || current.element.isConnected) return;
    const item = list.current?.querySelector(`[data-item="${CSS.escape(current.id)}"]`);
    findControls(item)[current.place]?.focus({ preventScroll: true });
  }, [positions, columns, list]);

  // The item that had the focus is gone, deleted perhaps: the list itself takes it.
  useEffect(() => {
    if (focused.current === null || positions.has(focused.current.id)) return;
    focused.current = null;
    if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [positions, list]);

  return {
    isOn: (id: string) => id === focused.current?.id,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      focused.current = findFocused(target);
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      // Without a next element it may be away with the whole window, to which it returns.
      const leaves = relatedTarget ? !list.current?.contains(relatedTarget) : document.hasFocus();
      if (leaves) focused.current = null;
    },
    rangeExtractor: useCallback(
      (range: Range) => {
        const visible = defaultRangeExtractor(range);
        const position = focused.current === null ? undefined : positions.get(focused.current.id);
        if (position === undefined) return visible;
        const row = Math.floor(position / columns);
        return visible.includes(row) ? visible : [...visible, row].sort((a, b) => a - b);
      },
      [positions, columns],
    ),
  };
}

function findFocused(element: HTMLElement): FocusedControl | null {
  const item = element.closest<HTMLElement>('[data-item]');
  const id = item?.dataset.item;
  return id === undefined ? null : { id, element, place: findControls(item).indexOf(element) };
}

function findControls(item: Element | null | undefined): HTMLElement[] {
  return [...(item?.querySelectorAll<HTMLElement>('a[href], button, input') ?? [])];
}

import type { Product } from '@esteira/validators/product';
import {
  defaultRangeExtractor,
  type Range,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { GAP, useGridFrame } from './use-grid-frame';

/** Card heights with one and with two marketplaces, before the real ones are measured. */
const ONE_CHANNEL = 268;
const TWO_CHANNELS = 384;

interface ProductGridProps {
  products: Product[];
  /** How many the server has; unknown while it counts. */
  total: number | undefined;
  busy: boolean;
  renderCard: (product: Product) => ReactNode;
}

/** Only the rows of cards near the window are in the document, however many products there are. */
export function ProductGrid({ products, total, busy, renderCard }: ProductGridProps) {
  const list = useRef<HTMLDivElement>(null);
  const { columns, top } = useGridFrame(list);
  const focus = useFocusedRow(list, products, columns);
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(products.length / columns),
    estimateSize: (row) =>
      rowOf(products, row, columns).some((product) => product.preco_venda_amazon !== null)
        ? TWO_CHANNELS
        : ONE_CHANNEL,
    overscan: OVERSCAN,
    gap: GAP,
    scrollMargin: top,
    rangeExtractor: focus.rangeExtractor,
  });
  // Another number of columns makes other rows: what was measured of the old ones says nothing about them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns are what it must follow.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, columns]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: between <ul> and <li> there is no room for the rows.
    <div
      ref={list}
      role="list"
      aria-label="Produtos"
      aria-busy={busy}
      tabIndex={-1}
      className="relative focus:outline-none"
      style={{ height: virtualizer.getTotalSize() }}
      onFocus={focus.onFocus}
      onBlur={focus.onBlur}
    >
      {virtualizer.getVirtualItems().map((row) => (
        <GridRow
          key={row.key}
          row={row}
          top={top}
          columns={columns}
          measure={isNear(row, virtualizer.range) ? virtualizer.measureElement : undefined}
        >
          {rowOf(products, row.index, columns).map((product, column) =>
            isNear(row, virtualizer.range) || focus.isOn(product) ? (
              // biome-ignore lint/a11y/useSemanticElements: an <li> must stand in the list itself.
              <div
                key={product.id}
                role="listitem"
                data-product={product.id}
                aria-setsize={total ?? -1}
                aria-posinset={row.index * columns + column + 1}
                className="grid grid-cols-1"
                style={{ gridColumnStart: column + 1 }}
              >
                {renderCard(product)}
              </div>
            ) : null,
          )}
        </GridRow>
      ))}
    </div>
  );
}

interface GridRowProps {
  row: VirtualItem;
  top: number;
  columns: number;
  /** Absent: the row is not whole, so its height says nothing. */
  measure: ((element: Element | null) => void) | undefined;
  children: ReactNode;
}

function GridRow({ row, top, columns, measure, children }: GridRowProps) {
  return (
    <div
      ref={measure}
      data-index={row.index}
      role="presentation"
      className="absolute inset-x-0 top-0 grid gap-4"
      style={{
        transform: `translateY(${row.start - top}px)`,
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
      }}
    >
      {children}
    </div>
  );
}

const OVERSCAN = 1;

/** Whether a row is in the document for being in sight, not for the focus that it holds. */
function isNear({ index }: VirtualItem, range: { startIndex: number; endIndex: number } | null): boolean {
  return range === null || (index >= range.startIndex - OVERSCAN && index <= range.endIndex + OVERSCAN);
}

function rowOf(products: Product[], row: number, columns: number): Product[] {
  return products.slice(row * columns, (row + 1) * columns);
}

/** Keeps the card that holds the keyboard focus in the document wherever the window scrolls. */
function useFocusedRow(list: React.RefObject<HTMLElement | null>, products: Product[], columns: number) {
  const focused = useRef<FocusedControl | null>(null);
  const positions = useMemo(() => new Map(products.map(({ id }, index) => [id, index])), [products]);

  // A product that arrived before it has moved its card to another row, which made the card anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn follows the products and the columns.
  useLayoutEffect(() => {
    const { current } = focused;
    if (current === null || current.element.isConnected) return;
    controlsOf(list.current?.querySelector(`[data-product="${CSS.escape(current.id)}"]`))
      .at(current.place)
      ?.focus({ preventScroll: true });
  }, [positions, columns, list]);

  // The card that had the focus is gone, deleted perhaps: the list itself takes it.
  useEffect(() => {
    if (focused.current === null || positions.has(focused.current.id)) return;
    focused.current = null;
    if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [positions, list]);

  return {
    isOn: ({ id }: Product) => id === focused.current?.id,
    onFocus: ({ target }: React.FocusEvent<HTMLElement>) => {
      focused.current = focusedControl(target);
    },
    onBlur: ({ relatedTarget }: React.FocusEvent) => {
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

interface FocusedControl {
  /** Of the product on whose card it is. */
  id: string;
  element: HTMLElement;
  /** Which of the card's controls it is. */
  place: number;
}

function focusedControl(element: HTMLElement): FocusedControl | null {
  const card = element.closest<HTMLElement>('[data-product]');
  const id = card?.dataset.product;
  return id === undefined ? null : { id, element, place: controlsOf(card).indexOf(element) };
}

function controlsOf(card: Element | null | undefined): HTMLElement[] {
  return [...(card?.querySelectorAll<HTMLElement>('a[href], button, input') ?? [])];
}

import type { Product } from '@esteira/validators/products/product';
import type { VirtualItem } from '@tanstack/react-virtual';
import { type ReactNode, useMemo, useRef } from 'react';
import { useVirtualList } from '../../../ui/lists/use-virtual-list';

/** Pixels between two cards, and the least a card may be wide. */
const GAP = 16;
const MIN_CARD_WIDTH = 340;
const OVERSCAN = 1;

/** Card heights with one and with two marketplaces, before the real ones are measured. */
const ONE_CHANNEL_HEIGHT = 208;
const TWO_CHANNELS_HEIGHT = 256;

/** Where the cards begin on the page, before that is measured: what stands above them wraps. */
const TOPS = [
  { from: 1400, top: 256 },
  { from: 1200, top: 354 },
  { from: 640, top: 392 },
  { from: 0, top: 416 },
];

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
  const ids = useMemo(() => products.map(({ id }) => id), [products]);
  const { virtualizer, top, columns, focus, isNear } = useVirtualList({
    list,
    ids,
    gap: GAP,
    minWidth: MIN_CARD_WIDTH,
    expectedTop: TOPS.find(({ from }) => window.innerWidth >= from)?.top ?? 0,
    overscan: OVERSCAN,
    estimateSize: (row, perRow) =>
      getRow(products, row, perRow).some((product) => product.preco_venda_amazon !== null)
        ? TWO_CHANNELS_HEIGHT
        : ONE_CHANNEL_HEIGHT,
  });

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
          measure={isNear(row.index) ? virtualizer.measureElement : undefined}
        >
          {getRow(products, row.index, columns).map((product, column) =>
            isNear(row.index) || focus.isOn(product.id) ? (
              // biome-ignore lint/a11y/useSemanticElements: an <li> must stand in the list itself.
              <div
                key={product.id}
                role="listitem"
                data-item={product.id}
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

function getRow(products: Product[], row: number, columns: number): Product[] {
  return products.slice(row * columns, (row + 1) * columns);
}

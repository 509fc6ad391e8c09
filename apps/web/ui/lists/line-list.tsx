import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';

/** Of two lines of text, before it is measured. */
const LINE_HEIGHT = 57;

interface LineListProps<Item extends { id: string }> {
  label: string;
  items: Item[];
  renderLine: (item: Item) => ReactNode;
}

/** A box of lines, one for each item; of thousands, only those in sight are in the document. */
export function LineList<Item extends { id: string }>({ label, items, renderLine }: LineListProps<Item>) {
  const box = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 4,
  });
  return (
    <section
      ref={box}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="max-h-[45dvh] overflow-y-auto rounded-lg border border-border"
    >
      {/* biome-ignore lint/a11y/noRedundantRoles: without markers Safari takes a list's role away. */}
      <ul role="list" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((line) => {
          const item = items[line.index];
          if (!item) return null;
          return (
            <li
              key={item.id}
              ref={virtualizer.measureElement}
              data-index={line.index}
              aria-setsize={items.length}
              aria-posinset={line.index + 1}
              className="absolute inset-x-0 top-0 border-border border-b px-3 py-2"
              style={{ transform: `translateY(${line.start}px)` }}
            >
              {renderLine(item)}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

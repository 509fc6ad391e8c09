import type { ProductSort } from '@esteira/domain/products/product-sort';
import { countText } from '@esteira/domain/text/count-text';
import type { Product } from '@esteira/validators/products/product';
import { useTable } from '@tanstack/react-table';
import { X } from 'lucide-react';
import { type CSSProperties, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { trpc } from '../../../lib/data/trpc';
import { formatCount } from '../../../lib/format/figures';
import { useMayDo } from '../../../lib/session/session';
import { Button } from '../../../ui/button';
import { useVirtualList } from '../../../ui/lists/use-virtual-list';
import { Spinner } from '../../../ui/spinner';
import { SelectAllProducts } from '../bulk/bulk-bar';
import type { BulkSelection } from '../bulk/bulk-selection';
import { summarizeUndo } from '../changes/change-texts';
import { useUndoChange } from '../changes/use-undo-change';
import type { useProducts } from '../list/use-products';
import { columnsFor, FEATURES, toTableColumns } from './columns';
import { TableHead } from './table-head';
import { heightOf, TableRow } from './table-row';
import type { PasteOutcome } from './use-column-paste';
import { useTableEditing } from './use-table-editing';

/** Rows beyond the window, so that the next one is there when an arrow key leads to it. */
const OVERSCAN = 6;

/** Where the rows begin on the page, before that is measured. */
const EXPECTED_TOP = 298;

interface ProductTableProps extends ReturnType<typeof useProducts> {
  selection: BulkSelection;
  supplierNames: Map<string, string>;
  sort: ProductSort;
  onSort: (sort: ProductSort) => void;
  narrowed: boolean;
  onEdit: (product: Product) => void;
  onRemove: (product: Product) => void;
}

/** The products as a grid in which prices, cost and stock are edited in place. */
export function ProductTable({ query, products, total, selection, ...props }: ProductTableProps) {
  const { supplierNames, narrowed, sort, onSort, onEdit, onRemove } = props;
  const body = useRef<HTMLDivElement>(null);
  const width = useWidth(body);
  const mayChange = useMayDo('changes');
  const columns = useMemo(() => columnsFor(width, mayChange), [width, mayChange]);
  // An edit leaves them as they are, so that 20,000 rows are not measured again.
  const ids = useSameItems(useMemo(() => products.map(({ id }) => id), [products]));
  const modes = trpc.integrations.status.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY }).data;
  const { virtualizer, top, positions, focus } = useVirtualList({
    list: body,
    ids,
    gap: 0,
    expectedTop: EXPECTED_TOP,
    overscan: OVERSCAN,
    estimateSize: (row) => heightOf(products[row]),
  });
  const lines = virtualizer.getVirtualItems();
  const inSight = lines.map(({ index }) => products[index]).filter((product) => product !== undefined);
  const editing = useTableEditing({
    ...{ grid: body, query, products, ids, positions, columns, virtualizer, mayChange },
  });
  const table = useTable({
    features: FEATURES,
    columns: useMemo(() => toTableColumns(columns), [columns]),
    data: useSameItems(inSight),
    getRowId: ({ id }) => id,
  });
  const rows = new Map(table.getRowModel().rows.map((row) => [row.id, row]));
  const tabStop = editing.tabStopAmong(inSight);

  return (
    <>
      <PasteNote {...editing.pasteNote} />
      {/* biome-ignore lint/a11y/useSemanticElements: a <table> cannot hold rows that stand apart from each other. */}
      <div
        role="grid"
        aria-label="Produtos"
        aria-rowcount={total === undefined ? -1 : total + 1}
        aria-colcount={columns.length}
        aria-multiselectable
        aria-busy={query.isPlaceholderData}
        className="rounded-lg border border-border bg-surface"
        style={{ '--columns': columns.map(({ track }) => track).join(' ') } as CSSProperties}
      >
        <TableHead
          columns={columns}
          selectAll={<SelectAllProducts {...{ selection, total, narrowed }} loaded={products.length} />}
          sort={sort}
          onSort={onSort}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
        <div
          ref={body}
          role="rowgroup"
          tabIndex={-1}
          className="relative focus:outline-none"
          style={{ height: virtualizer.getTotalSize() }}
          onFocus={(event) => {
            focus.onFocus(event);
            editing.handlers.onFocus(event);
          }}
          onBlur={focus.onBlur}
          onKeyDown={editing.handlers.onKeyDown}
          onDoubleClick={editing.handlers.onDoubleClick}
          onPaste={editing.handlers.onPaste}
          onCopy={editing.handlers.onCopy}
        >
          {lines.map((line) => {
            const product = products[line.index];
            const row = product && rows.get(product.id);
            if (!row) return null;
            return (
              <TableRow
                key={product.id}
                row={row}
                columns={columns}
                index={line.index}
                offset={line.start - top}
                height={line.size}
                modes={modes}
                supplierName={supplierNames.get(product.fornecedor_id)}
                selected={selection.ids.has(product.id)}
                activeColumn={tabStop?.id === product.id ? tabStop.column : null}
                editing={editing.editingIn(product.id)}
                errors={editing.errors.get(product.id)}
                onSelect={selection.toggle}
                onEdit={mayChange ? onEdit : null}
                onRemove={onRemove}
                onSave={editing.save}
                onCancel={editing.cancel}
              />
            );
          })}
        </div>
      </div>
    </>
  );
}

/** The same array for as long as it holds the same items: so scrolling by less than a row does not render the table. */
function useSameItems<Item>(items: Item[]): Item[] {
  const last = useRef(items);
  const isSame = last.current.length === items.length && last.current.every((item, at) => item === items[at]);
  if (!isSame) last.current = items;
  return last.current;
}

/** Widths are told apart in steps: dragging the window's edge renders the table only now and then. */
const STEP = 10;

/** The width of an element in pixels, followed through every change of layout. */
function useWidth(element: RefObject<HTMLElement | null>): number {
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

interface PasteNoteProps {
  pasting: boolean;
  outcome: PasteOutcome | null;
  onDismiss: () => void;
}

/** What became of a pasted column, and its way back. */
function PasteNote({ pasting, outcome, onDismiss }: PasteNoteProps) {
  return (
    <div role="status" className="empty:hidden">
      {pasting && (
        <p className="flex items-center gap-2 rounded-lg border border-border bg-surface px-3 py-2">
          <Spinner /> Colando…
        </p>
      )}
      {outcome && <Outcome key={outcome.loteId} outcome={outcome} onDismiss={onDismiss} />}
    </div>
  );
}

function Outcome({ outcome, onDismiss }: { outcome: PasteOutcome; onDismiss: () => void }) {
  const undo = useUndoChange();
  return (
    <p className="tabular flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-border bg-surface px-3 py-1.5">
      <span className="font-medium">{undo.data ? summarizeUndo(undo.data) : summarizePaste(outcome)}</span>
      {!undo.data && outcome.taken > 0 && (
        <Button size="sm" busy={undo.isPending} onClick={() => undo.mutate({ id: outcome.loteId })}>
          Desfazer
        </Button>
      )}
      <Button variant="ghost" size="icon" className="ml-auto" aria-label="Dispensar" onClick={onDismiss}>
        <X aria-hidden />
      </Button>
    </p>
  );
}

/** '198 valores colados · 2 com erro · 3 linhas além do fim da lista' */
function summarizePaste({ taken, failed, beyond }: PasteOutcome): string {
  return [
    countText(taken, 'valor colado', 'valores colados'),
    failed > 0 && `${formatCount(failed)} com erro`,
    beyond > 0 && `${countText(beyond, 'linha', 'linhas')} além do fim da lista`,
  ]
    .filter(Boolean)
    .join(' · ');
}

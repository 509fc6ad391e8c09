import type { OrderSort } from '@esteira/domain/orders/order-list';
import type { Order } from '@esteira/validators/orders/order';
import { useTable } from '@tanstack/react-table';
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useVirtualList } from '../../../ui/lists/use-virtual-list';
import { useClickGuard } from '../actions/step-pause';
import type { OrderListProps } from '../list/order-list';
import { cardIdOf } from '../list/use-load-to-order';
import { useScrollToOrder } from '../list/use-scroll-to-order';
import { useNextStep } from '../stable-list/use-next-step';
import { ORDER_COLUMNS, ORDER_TABLE_FEATURES } from './order-columns';
import { OrderRow, ROW_HEIGHT } from './order-row';
import { OrderTableHead } from './order-table-head';

interface OrderTableProps extends OrderListProps {
  ordem: OrderSort;
  onSort: (ordem: OrderSort) => void;
  selectAll: ReactNode;
}

const HEADS = ORDER_COLUMNS.map(({ id, header }) => ({ id: id ?? '', title: String(header) }));

/** Where the rows begin on the page, before that is measured. */
const EXPECTED_TOP = 301;

const getRowId = ({ id }: Order) => id;

/** The list as a dense table; only the rows near the window are in the document. */
export function OrderTable({ orders, total, wanted, busy, selection, ...head }: OrderTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const ids = useMemo(() => orders.map(({ id }) => id), [orders]);
  const { virtualizer, top, positions, focus } = useVirtualList({
    ...{ list: body, ids, gap: 0, overscan: 8, expectedTop: EXPECTED_TOP },
    estimateSize: () => ROW_HEIGHT,
  });
  const { rows } = useTable({
    features: ORDER_TABLE_FEATURES,
    columns: ORDER_COLUMNS,
    data: orders,
    getRowId,
  }).getRowModel();
  useScrollToOrder(wanted, wanted === null ? undefined : positions.get(wanted), virtualizer);
  useNextStep(orders, (index) => virtualizer.scrollToIndex(index, { align: 'auto' }));
  useClickGuard(body);
  const onKeyDown = useRowKeys(positions, ids, (index) =>
    virtualizer.scrollToIndex(index, { align: 'auto' }),
  );
  let end = top;

  return (
    <div className="@container rounded-lg border border-border bg-surface">
      <table
        aria-label="Pedidos"
        aria-rowcount={total === undefined ? -1 : total + 1}
        aria-busy={busy}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        <OrderTableHead columns={HEADS} {...head} />
        <tbody
          ref={body}
          data-orders
          tabIndex={-1}
          className="focus:outline-none"
          onFocus={focus.onFocus}
          onBlur={focus.onBlur}
          onKeyDown={onKeyDown}
        >
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index];
            const gap = item.start - end;
            end = item.end;
            return (
              row && (
                <Fragment key={row.id}>
                  {gap > 0 && <Gap height={gap} />}
                  <OrderRow
                    row={row}
                    selected={selection.ids.has(row.id)}
                    wanted={row.id === wanted}
                    onSelect={selection.toggle}
                  />
                </Fragment>
              )
            );
          })}
          <Gap height={virtualizer.getTotalSize() - (end - top)} />
        </tbody>
      </table>
    </div>
  );
}

/** The room of the rows that are not in the document. */
function Gap({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden style={{ height }} /> : null;
}

const CONTROLS = 'a[href], button, input';

/** The control that gets the focus as soon as its row is in the document, and the row that has the focus until then. */
interface Target {
  id: string;
  place: number;
  from: string;
}

/** Up and down go from a control of one row to the same control of the next. */
function useRowKeys(
  positions: ReadonlyMap<string, number>,
  ids: readonly string[],
  scrollTo: (index: number) => void,
) {
  const target = useRef<Target | null>(null);

  // The row may come into the document only with the scrolling; a focus that went elsewhere meanwhile stays there.
  useEffect(() => {
    if (target.current === null) return;
    const isLeft = findRow(document.activeElement)?.dataset['item'] !== target.current.from;
    if (isLeft || focusControl(target.current)) target.current = null;
  });

  return (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const row = findRow(event.target);
    const id = row?.dataset['item'] ?? '';
    // A held key repeats before the row of the press before is drawn.
    const pending = target.current?.from === id ? target.current : null;
    const from = positions.get(pending?.id ?? id);
    const next = from === undefined ? undefined : ids[from + step];
    if (step === 0 || row === null || from === undefined || next === undefined) return;
    event.preventDefault();
    const place = pending?.place ?? Math.max(listControls(row).indexOf(event.target as HTMLElement), 0);
    target.current = { id: next, place, from: id };
    if (focusControl(target.current)) target.current = null;
    else scrollTo(from + step);
  };
}

/** A row without so many controls gives its last one. */
function focusControl({ id, place }: Target): boolean {
  const row = document.getElementById(cardIdOf(id));
  if (!row) return false;
  const controls = listControls(row);
  (controls[place] ?? controls.at(-1))?.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
  return true;
}

function findRow(element: EventTarget | null): HTMLElement | null {
  return element instanceof Element ? element.closest<HTMLElement>('tr[data-item]') : null;
}

/** Without what a role may not do, which is hidden. */
function listControls(row: HTMLElement): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => control.checkVisibility());
}

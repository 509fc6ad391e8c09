import type { OrderSort } from '@esteira/domain/orders/order-list';
import type { Order } from '@esteira/validators/orders/order';
import { useTable } from '@tanstack/react-table';
import { Fragment, useMemo, useRef } from 'react';
import { useVirtualList } from '../../../ui/lists/use-virtual-list';
import { useClickGuard } from '../actions/step-pause';
import type { OrderListProps } from '../list/order-list';
import { useScrollToOrder } from '../list/use-scroll-to-order';
import { useNextStep } from '../stable-list/use-next-step';
import { ORDER_COLUMNS, ORDER_TABLE_FEATURES } from './order-columns';
import { OrderRow, ROW_HEIGHT } from './order-row';
import { OrderTableHead } from './order-table-head';
import { useRowKeys } from './use-row-keys';

interface OrderTableProps extends OrderListProps {
  ordem: OrderSort;
  onSort: (ordem: OrderSort) => void;
}

const HEADS = ORDER_COLUMNS.map(({ id, header }) => ({ id: id ?? '', title: String(header) }));

/** Where the rows begin on the page, before that is measured. */
const EXPECTED_TOP = 315;

const getRowId = ({ id }: Order) => id;

/** The list as a dense table; only the rows near the window are in the document. */
export function OrderTable({ orders, total, wanted, busy, selection, ordem, onSort }: OrderTableProps) {
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
    <div data-wide className="@container rounded-lg border border-border bg-surface">
      <table
        aria-label="Pedidos"
        aria-rowcount={total === undefined ? -1 : total + 1}
        aria-busy={busy}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        <OrderTableHead columns={HEADS} ordem={ordem} onSort={onSort} />
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

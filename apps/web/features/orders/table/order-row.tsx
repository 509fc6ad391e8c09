import type { Order } from '@esteira/validators/orders/order';
import type { Row } from '@tanstack/react-table';
import { FlexRender } from '@tanstack/react-table';
import { clsx } from 'clsx';
import { memo } from 'react';
import { OrderTick } from '../list/order-tick';
import { cardIdOf } from '../list/use-load-to-order';
import type { ORDER_TABLE_FEATURES } from './order-columns';
import { COLUMN_CLASSES } from './order-table-head';

export const ROW_HEIGHT = 34;

interface OrderRowProps {
  row: Row<typeof ORDER_TABLE_FEATURES, Order>;
  selected: boolean;
  /** Whoever came for one order finds it marked. */
  wanted: boolean;
  onSelect: (id: string, ticked: boolean) => void;
}

/** Memoised: a step of one order must not draw the other rows again. The table makes new rows of the same orders. */
export const OrderRow = memo(function OrderRow({ row, selected, wanted, onSelect }: OrderRowProps) {
  const order = row.original;
  return (
    <tr
      id={cardIdOf(order.id)}
      data-item={order.id}
      // The head is the first.
      aria-rowindex={row.index + 2}
      aria-current={wanted || undefined}
      tabIndex={-1}
      style={{ height: ROW_HEIGHT }}
      // Isolated, what changes in one row is painted without the others.
      className={clsx(
        'isolate scroll-mt-24 scroll-mb-4 -outline-offset-2 not-focus-visible:outline-none [&>td]:border-border [&>td]:border-b',
        selected ? 'bg-primary-soft' : 'hover:bg-sunken',
        wanted && 'ring-2 ring-primary ring-inset',
      )}
    >
      <td className="pl-1.5">
        <OrderTick order={order} selected={selected} onSelect={onSelect} />
      </td>
      {row.getAllCells().map((cell) => (
        <td key={cell.id} className={clsx('px-1.5', COLUMN_CLASSES[cell.column.id])}>
          <FlexRender cell={cell} />
        </td>
      ))}
    </tr>
  );
}, showsTheSame);

function showsTheSame(before: OrderRowProps, after: OrderRowProps): boolean {
  return (
    before.row.original === after.row.original &&
    before.row.index === after.row.index &&
    before.selected === after.selected &&
    before.wanted === after.wanted &&
    before.onSelect === after.onSelect
  );
}

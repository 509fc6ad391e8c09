import { MAX_CHOSEN_ORDERS } from '@esteira/domain/orders/order-bulk';
import type { ReactNode } from 'react';
import { formatCount } from '../../../lib/format/figures';
import { lazyPart } from '../../../lib/lazy-part';
import { SelectAllBox, SelectionBar } from '../../../parts/bulk/selection-bar';
import type { OrderSelection } from './use-order-selection';

// Most visits tick nothing.
const OrderBulkActions = lazyPart(() => import('./order-bulk-actions'), 'OrderBulkActions');

interface OrderBulkBarProps {
  selection: OrderSelection;
  /** How many orders the list has, as far as they were counted; unknown while the server counts. */
  total: { count: number; isExact: boolean } | undefined;
  /** A run may empty the list, and its result is still being read. */
  isEmpty: boolean;
  isPending: boolean;
  isTable: boolean;
  /** What the list comes to. */
  sums: ReactNode;
  /** Stands at the end while none is ticked. */
  aside: ReactNode;
}

/** Ticks orders, and says what can be done with the ticked ones. */
export function OrderBulkBar({ selection, total, isEmpty, isPending, ...props }: OrderBulkBarProps) {
  return (
    <SelectionBar
      hidden={isEmpty}
      isPending={isPending}
      isBoxInTable={props.isTable}
      {...toSelectAll(selection, total)}
      total={props.sums}
      aside={props.aside}
      loadActions={OrderBulkActions.preload}
      actions={(focusBar) => (
        <div data-changes className="contents">
          <OrderBulkActions selection={selection} onClosed={focusBar} />
        </div>
      )}
    />
  );
}

/** The box that ticks all orders, for the head of their table. */
export function SelectAllOrders({ selection, total }: Pick<OrderBulkBarProps, 'selection' | 'total'>) {
  return <SelectAllBox {...toSelectAll(selection, total)} className="grid size-7 place-items-center" />;
}

function toSelectAll(
  { selected, gathering, selectAll, clear }: OrderSelection,
  total: OrderBulkBarProps['total'],
) {
  const all = total === undefined || !total.isExact ? Number.POSITIVE_INFINITY : total.count;
  return {
    selected: selected.length,
    isPart: selected.length < Math.min(all, MAX_CHOSEN_ORDERS),
    gathering,
    allLabel: toAllLabel(total),
    onSelectAll: selectAll,
    onClear: clear,
  };
}

/** 'Selecionar todos os 1.234'; of more than can be chosen at once, how many are. */
function toAllLabel(total: OrderBulkBarProps['total']): string {
  if (total === undefined || total.count === 1) return 'Selecionar todos';
  if (total.count > MAX_CHOSEN_ORDERS) return `Selecionar os primeiros ${formatCount(MAX_CHOSEN_ORDERS)}`;
  return `Selecionar todos os ${formatCount(total.count)}${total.isExact ? '' : '+'}`;
}

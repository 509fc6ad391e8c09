import { MAX_CHOSEN_ORDERS } from '@esteira/domain/orders/order-bulk';
import { formatCount } from '../../../lib/format/figures';
import { lazyPart } from '../../../lib/lazy-part';
import { SelectionBar } from '../../../parts/bulk/selection-bar';
import type { OrderSelection } from './use-order-selection';

// Most visits tick nothing.
const OrderBulkActions = lazyPart(() => import('./order-bulk-actions'), 'OrderBulkActions');

interface OrderBulkBarProps {
  selection: OrderSelection;
  /** How many orders the list has, as far as they were counted; unknown while the server counts. */
  total: { count: number; isExact: boolean } | undefined;
  /** A run may empty the list, and its result is still being read. */
  isEmpty: boolean;
}

/** Ticks orders, and says what can be done with the ticked ones. */
export function OrderBulkBar({ selection, total, isEmpty }: OrderBulkBarProps) {
  const { selected, gathering, selectAll, clear } = selection;
  const all = total === undefined || !total.isExact ? Number.POSITIVE_INFINITY : total.count;
  return (
    <SelectionBar
      hidden={isEmpty}
      selected={selected.length}
      isPart={selected.length < Math.min(all, MAX_CHOSEN_ORDERS)}
      gathering={gathering}
      allLabel={toAllLabel(total)}
      totalLabel=""
      onSelectAll={selectAll}
      onClear={clear}
      loadActions={OrderBulkActions.preload}
      actions={(focusBar) => (
        <div data-changes className="contents">
          <OrderBulkActions selection={selection} onClosed={focusBar} />
        </div>
      )}
    />
  );
}

/** 'Selecionar todos os 1.234'; of more than can be chosen at once, how many are. */
function toAllLabel(total: OrderBulkBarProps['total']): string {
  if (total === undefined || total.count === 1) return 'Selecionar todos';
  if (total.count > MAX_CHOSEN_ORDERS) return `Selecionar os primeiros ${formatCount(MAX_CHOSEN_ORDERS)}`;
  return `Selecionar todos os ${formatCount(total.count)}${total.isExact ? '' : '+'}`;
}

import { formatMoney } from '@esteira/domain/money';
import { ORDER_FILTERS, type OrderStatus } from '@esteira/domain/orders/order-machine';
import type { OrderCounts } from '@esteira/validators/orders/order-list';
import { formatCount } from '../../../lib/format/figures';
import type { OrderSearch } from '../filters/order-search';
import { countOf } from './use-orders';

/**
 * '28 pedidos · R$ 2.330,10 · lucro R$ 1.391,20', and how many cancelled ones the amounts leave out; the number alone
 * where not all of the list was counted, and of cancelled orders.
 */
export function describeTotal(
  counts: OrderCounts | undefined,
  search: Pick<OrderSearch, 'filtro' | 'status'>,
  listed: number,
): string {
  const counted = countOf(counts, search, listed);
  if (counts === undefined || counted === undefined) return '';
  const { count, isExact } = counted;
  const number = `${formatCount(count)}${isExact ? '' : '+'} ${count === 1 ? 'pedido' : 'pedidos'}`;
  const { filtro, status } = search;
  const statuses: readonly OrderStatus[] = status === null ? ORDER_FILTERS[filtro].statuses : [status];
  const sold = statuses.filter((each) => each !== 'cancelado');
  const cancelled = statuses.includes('cancelado') ? counts.por_status.cancelado : 0;
  if (!isExact || count === cancelled) return number;
  const sum = (field: 'valor' | 'lucro') =>
    formatMoney(sold.reduce((cents, each) => cents + Math.round(counts.somas[each][field] * 100), 0) / 100);
  const without = cancelled === 1 ? 'sem o cancelado' : `sem os ${formatCount(cancelled)} cancelados`;
  return [number, sum('valor'), `lucro ${sum('lucro')}`, cancelled > 0 && without]
    .filter(Boolean)
    .join(' · ');
}

import { ORDER_FILTERS, type OrderFilter, type OrderStatus } from '@esteira/domain/order-machine';
import type { OrderCounts } from '@esteira/validators/order-list';
import { formatCount } from '../../../lib/format/figures';
import { FilterButtons } from '../../../ui/forms/filter-buttons';
import { FILTER_NAMES, type OrderSearch } from './order-search';

interface OrderFilterButtonsProps {
  search: OrderSearch;
  counts: OrderCounts | undefined;
  onChange: (changes: Record<string, string | null>) => void;
}

/** The four filters of the specification, each with what it would show under all other filters. */
export function OrderFilterButtons({ search, counts, onChange }: OrderFilterButtonsProps) {
  return (
    <FilterButtons
      label="Filtrar pedidos"
      // A status of its own belongs to none of the four.
      value={search.status === null ? search.filtro : null}
      options={FILTER_NAMES.map((name) => ({
        value: name,
        label: `${ORDER_FILTERS[name].label} (${counts ? toText(counts, name) : '…'})`,
      }))}
      onChange={(name) => onChange({ filtro: name === 'todos' ? null : name, status: null, pedido: null })}
    />
  );
}

/** '1.234', or '1.234+' where it was not counted to the end. */
function toText(counts: OrderCounts, name: OrderFilter): string {
  const statuses: readonly OrderStatus[] = ORDER_FILTERS[name].statuses;
  const isPartial = statuses.some((status) => counts.parciais.includes(status));
  return `${formatCount(counts[name])}${isPartial ? '+' : ''}`;
}

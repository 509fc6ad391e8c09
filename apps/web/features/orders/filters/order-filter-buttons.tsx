import { ORDER_FILTERS, type OrderFilter, type OrderStatus } from '@esteira/domain/orders/order-machine';
import type { OrderCounts } from '@esteira/validators/orders/order-list';
import { formatCount } from '../../../lib/format/figures';
import { FilterButtons } from '../../../ui/forms/filter-buttons';
import { FILTER_NAMES, type OrderSearch } from './order-search';

interface OrderFilterButtonsProps {
  search: OrderSearch;
  counts: OrderCounts | undefined;
  /** How many orders of the chosen filter are on the page: there are no fewer. */
  listed: number;
  onChange: (changes: Record<string, string | null>) => void;
}

/** The four filters of the specification, each with what it would show under all other filters. */
export function OrderFilterButtons({ search, counts, listed, onChange }: OrderFilterButtonsProps) {
  const chosen = search.status === null ? search.filtro : null;
  return (
    <FilterButtons
      label="Filtrar pedidos"
      // A status of its own belongs to none of the four.
      value={chosen}
      options={FILTER_NAMES.map((name) => ({
        value: name,
        label: `${ORDER_FILTERS[name].label}${counts ? toText(counts, name, name === chosen ? listed : 0) : ' (…)'}`,
      }))}
      onChange={(name) => onChange({ filtro: name === 'todos' ? null : name, status: null, pedido: null })}
    />
  );
}

/** ' (1.234)', or ' (1.234+)' where it was not counted to the end; nothing where not even one was found so far. */
export function toText(counts: OrderCounts, name: OrderFilter, listed: number): string {
  const statuses: readonly OrderStatus[] = ORDER_FILTERS[name].statuses;
  const isPartial = statuses.some((status) => counts.parciais.includes(status));
  if (!isPartial) return ` (${formatCount(counts[name])})`;
  const least = Math.max(counts[name], listed);
  return least === 0 ? '' : ` (${formatCount(least)}+)`;
}

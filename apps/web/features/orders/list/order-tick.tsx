import type { Order } from '@esteira/validators/orders/order';
import { clsx } from 'clsx';

interface OrderTickProps {
  order: Pick<Order, 'id' | 'ml_order_id'>;
  selected: boolean;
  onSelect: (id: string, ticked: boolean) => void;
  className?: string;
}

/** Ticks an order for a bulk step; the area around the box belongs to it. */
export function OrderTick({ order, selected, onSelect, className }: OrderTickProps) {
  return (
    <label className={clsx('grid size-7 shrink-0 cursor-pointer place-items-center', className)}>
      <input
        type="checkbox"
        data-changes
        aria-label={`Selecionar pedido ${order.ml_order_id}`}
        checked={selected}
        onChange={(event) => onSelect(order.id, event.target.checked)}
        className="size-4.5 cursor-pointer accent-primary"
      />
    </label>
  );
}

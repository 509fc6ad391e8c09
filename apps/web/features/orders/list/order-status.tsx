import { ORDER_STATUS_LABELS, ORDER_STATUSES, type OrderStatus } from '@esteira/domain/orders/order-machine';
import { getStatusLabel } from '@esteira/domain/orders/sent-by-marketplace';
import type { Order } from '@esteira/validators/orders/order';
import { clsx } from 'clsx';
import { Badge } from '../../../ui/badge';
import { useShownStatus } from '../actions/recent-steps';
import { STATUS_BADGES } from './status-badges';

const LINE: readonly OrderStatus[] = ORDER_STATUSES.filter((status) => status !== 'cancelado');

interface OrderStatusProps {
  order: Order;
  className?: string;
}

/** Where the order stands, in a word; a step that is under way counts as taken. */
export function OrderStatusBadge({ order, className }: OrderStatusProps) {
  const status = useShownStatus(order);
  const { tone, icon } = STATUS_BADGES[status];
  return (
    <Badge tone={tone} icon={icon} {...(className === undefined ? {} : { className })}>
      {getStatusLabel({ ...order, status })}
    </Badge>
  );
}

/** The thin line that shows how far along the order is. A cancelled one stands nowhere on it. */
export function OrderTrack({ order }: Pick<OrderStatusProps, 'order'>) {
  const status = useShownStatus(order);
  if (status === 'cancelado') return null;
  const reached = LINE.indexOf(status);
  return (
    <div
      role="img"
      aria-label={`Etapa ${reached + 1} de ${LINE.length}: ${getStatusLabel({ ...order, status })}`}
      className="flex gap-1 px-4 pt-3"
    >
      {LINE.map((step, index) => (
        <span
          key={step}
          title={ORDER_STATUS_LABELS[step]}
          className={clsx('h-1 flex-1 rounded-full', index <= reached ? 'bg-primary' : 'bg-sunken')}
        />
      ))}
    </div>
  );
}

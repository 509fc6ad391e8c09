import { ORDER_STATUS_LABELS, ORDER_STATUSES, type OrderStatus } from '@esteira/domain/order-machine';
import { clsx } from 'clsx';

const LINE = ORDER_STATUSES.filter((status) => status !== 'cancelado');

/** The thin line that shows how far along the order is. A cancelled one stands nowhere on it. */
export function OrderTrack({ status }: { status: OrderStatus }) {
  if (status === 'cancelado') return null;
  const reached = LINE.indexOf(status);
  return (
    <div
      role="img"
      aria-label={`Etapa ${reached + 1} de ${LINE.length}: ${ORDER_STATUS_LABELS[status]}`}
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

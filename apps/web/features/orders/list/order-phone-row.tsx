import { formatMoney } from '@esteira/domain/money';
import { nameOrder } from '@esteira/domain/orders/order-name';
import type { Order } from '@esteira/validators/orders/order';
import { clsx } from 'clsx';
import { memo } from 'react';
import { Link } from 'react-router';
import { MarketplaceMark } from '../../../parts/marketplace-mark';
import { paths } from '../../../paths';
import { Panel } from '../../../ui/panel';
import { Attention } from '../actions/attention';
import { StepButton } from '../actions/order-actions';
import { UndoStep } from '../actions/undo-step';
import { CancelDialogOf } from '../cancelling/cancel-order';
import { DispatchDeadline } from './dispatch-deadline';
import type { OrderCardProps } from './order-card';
import { OrderStatusBadge } from './order-status';
import { OrderTick } from './order-tick';
import { cardIdOf } from './use-load-to-order';

type OrderPhoneRowProps = Pick<OrderCardProps, 'order' | 'wanted' | 'selected' | 'onSelect'>;

/** An order on a phone: two lines and its action. A tap beside them opens it, with all else that there is of it. */
export const OrderPhoneRow = memo(function OrderPhoneRow(props: OrderPhoneRowProps) {
  const { order, wanted, selected, onSelect } = props;
  return (
    <Panel
      id={cardIdOf(order.id)}
      aria-label={`Pedido ${order.ml_order_id}`}
      aria-current={wanted || undefined}
      tabIndex={-1}
      className={clsx(
        'relative grid grid-cols-1 gap-1 px-3 [&_:is(button,ul)]:relative [&_:is(button,ul)]:z-10 py-2.5 not-focus-visible:outline-none',
        (wanted || selected) && 'border-primary ring-1 ring-primary ring-inset',
      )}
    >
      <div className="flex items-center gap-1.5">
        <OrderTick order={order} selected={selected} onSelect={onSelect} className="relative z-10 -ml-1.5" />
        <h2 className="min-w-0 flex-1 truncate font-semibold">{nameOrder(order)}</h2>
        <span className="tabular">{formatMoney(order.preco_venda)}</span>
      </div>
      <Who order={order} />
      {order.requer_atencao && (
        <div className="-mx-4 -mt-2 mb-1">
          <Attention order={order} />
          <CancelDialogOf order={order} />
        </div>
      )}
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-2 gap-y-1 ">
        <div>
          <span className="flex items-center gap-1">
            <OrderStatusBadge order={order} />
            <UndoStep order={order} />
          </span>
          <DispatchDeadline order={order} />
        </div>
        <span className="ml-auto">
          <StepButton order={order} />
        </span>
      </div>
    </Panel>
  );
});

/** The number leads to the order, and with it the whole row. */
function Who({ order }: { order: Order }) {
  return (
    <div className="flex items-center gap-1.5 text-[13px] text-muted">
      <MarketplaceMark marketplace={order.marketplace} />
      <Link to={paths.orderPage(order.id)} className="tabular shrink-0 after:absolute after:inset-0">
        <span className="sr-only">{order.ml_order_id}</span>
        <span aria-hidden>{`…${order.ml_order_id.slice(-6)}`}</span>
      </Link>
      <span className="min-w-0 truncate">{order.cliente_nome}</span>
    </div>
  );
}

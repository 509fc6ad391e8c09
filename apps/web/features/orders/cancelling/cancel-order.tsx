import { MARKETPLACE_CANCELS } from '@esteira/domain/orders/cancelling';
import { isUnshipped } from '@esteira/domain/orders/order-machine';
import type { Order } from '@esteira/validators/orders/order';
import { Ban, ExternalLink } from 'lucide-react';
import { lazyDialog } from '../../../lib/lazy-dialog';
import { useUrlDialog } from '../../../lib/use-url-dialog';
import { Button } from '../../../ui/button';

const CancelDialog = lazyDialog(() => import('./cancel-dialog'), 'CancelDialog', {
  title: 'Cancelar pedido',
});

/** While it is not shipped: cancels a simulated order here, and says where one of a real marketplace is cancelled. */
export function CancelOrder({ order }: { order: Order }) {
  const dialog = useUrlDialog('cancelar', 'changes');
  if (!isUnshipped(order.status)) return null;
  if (order.envio !== null) return <CancelElsewhere order={order} />;
  return (
    <>
      <Button data-changes variant="ghost-danger" size="sm" onClick={() => dialog.open(order.id)}>
        <Ban aria-hidden />
        Cancelar pedido
      </Button>
      <CancelDialogOf order={order} />
    </>
  );
}

/** The dialog while the address asks for it: also from what an order needs attention for. */
export function CancelDialogOf({ order }: { order: Order }) {
  const { value, close } = useUrlDialog('cancelar', 'changes');
  return value === order.id && <CancelDialog order={order} onClose={close} />;
}

function CancelElsewhere({ order }: { order: Order }) {
  const { label, toUrl } = MARKETPLACE_CANCELS[order.marketplace];
  return (
    <Button asChild variant="ghost" size="sm">
      <a href={toUrl(order.ml_order_id)} target="_blank" rel="noreferrer">
        <ExternalLink aria-hidden />
        {label}
      </a>
    </Button>
  );
}

import { orders } from '@esteira/db/schema/orders/orders';
import { MARKETPLACE_CANCELS } from '@esteira/domain/orders/cancelling';
import { UNSHIPPED_STATUSES, wrongStatusMessage } from '@esteira/domain/orders/order-machine';
import type { CancelInput, Order } from '@esteira/validators/orders/order';
import { eq } from 'drizzle-orm';
import type { Actor } from '../../core/actor';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { isSimulatedOrder } from '../shipping/order-to-ship';
import { cancelWhere } from './cancellation';
import { getOrder } from './queries';

/**
 * Cancels a simulated order that is not shipped yet, with the seller's reason; its stock returns once
 * (docs/product-rules/orders.md#cancelling). Cancelling again changes nothing and answers the order. Of a cancellation and
 * another step at once exactly one succeeds. Fails with `conflict` on a shipped order, and on one of a real
 * marketplace, which is cancelled there.
 */
export async function cancelBySeller(deps: Deps, actor: Actor, { id, motivo }: CancelInput): Promise<Order> {
  const { usuarioId } = actor;
  const order = await getOrder(deps, usuarioId, id);
  if (!isSimulatedOrder(order)) throw new AppError('conflict', MARKETPLACE_CANCELS[order.marketplace].label);
  const outcome = await cancelWhere(deps.db, {
    ...actor,
    which: eq(orders.id, id),
    from: UNSHIPPED_STATUSES,
    motivo,
  });
  const after = await getOrder(deps, usuarioId, id);
  if (outcome === 'unchanged' && after.status !== 'cancelado') {
    throw new AppError('conflict', wrongStatusMessage(after.status));
  }
  return after;
}

import { findActionTo, ORDER_STATUS_LABELS, type OrderStatus } from '@esteira/domain/orders/order-machine';
import type { Order, UndoInput } from '@esteira/validators/orders/order';
import type { Actor } from '../../core/actor';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { getOrder } from './queries';
import { takeBack, UNDO_REFUSALS } from './take-back';

/**
 * Takes the step back that led a seller's order to `status` (docs/product-rules/orders.md#undo). Of concurrent tries, and of
 * an undo and the next step, exactly one succeeds. Fails with `conflict` where something followed the step, or where
 * it may not be taken back.
 */
export async function undoStep(deps: Deps, actor: Actor, { id, status }: UndoInput): Promise<Order> {
  const { usuarioId } = actor;
  const order = await getOrder(deps, usuarioId, id);
  if (order.status !== status) throw new AppError('conflict', movedOnMessage(order.status));
  const action = findActionTo(status);
  if (action === null) throw new AppError('conflict', UNDO_REFUSALS.no_step(order.marketplace));
  const { moved, reasons } = await takeBack(deps, { ...actor, ids: [id], action });
  const after = await getOrder(deps, usuarioId, id);
  if (moved.length === 0) throw new AppError('conflict', reasons.get(id) ?? movedOnMessage(after.status));
  return after;
}

/** What is said of an order that another step has led on. */
export function movedOnMessage(status: OrderStatus): string {
  return `Não é mais possível desfazer: o pedido está "${ORDER_STATUS_LABELS[status]}"`;
}

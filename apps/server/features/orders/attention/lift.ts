import { orderAttention } from '@esteira/db/schema/orders/order-attention';
import { orders } from '@esteira/db/schema/orders/orders';
import { ATTENTION_LIFTS } from '@esteira/domain/orders/order-attention';
import type { LiftAttentionInput, Order } from '@esteira/validators/orders/order';
import { and, eq } from 'drizzle-orm';
import type { Actor } from '../../../core/actor';
import type { Deps } from '../../../core/context';
import { recordEvents } from '../move-orders';
import { getOrder } from '../queries';

/**
 * Lifts a reason that the seller has seen to; the history says who did. Lifting again changes nothing and answers the order.
 * Fails with `not_found`, for another seller's order too.
 */
export async function liftAttention(
  deps: Deps,
  { usuarioId, atorId }: Actor,
  { id, codigo }: LiftAttentionInput,
): Promise<Order> {
  await getOrder(deps, usuarioId, id);
  await deps.db.transaction(async (tx) => {
    // Before its reasons, as every writer does.
    const [order] = await tx
      .select({ status: orders.status })
      .from(orders)
      .where(and(eq(orders.usuario_id, usuarioId), eq(orders.id, id)))
      .for('no key update');
    const lifted = await tx
      .delete(orderAttention)
      .where(
        and(
          eq(orderAttention.usuario_id, usuarioId),
          ...[eq(orderAttention.pedido_id, id), eq(orderAttention.codigo, codigo)],
        ),
      )
      .returning({ codigo: orderAttention.codigo });
    if (order === undefined || lifted.length === 0) return;
    const event = { de: order.status, para: order.status, motivo: ATTENTION_LIFTS[codigo].event };
    await recordEvents(tx, { usuarioId, ids: [id], atorId, ...event });
  });
  return getOrder(deps, usuarioId, id);
}

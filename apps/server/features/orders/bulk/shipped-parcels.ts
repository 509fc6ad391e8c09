import type { Database } from '@esteira/db/database';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { hasLeft } from '@esteira/domain/orders/shipping-stage';
import { and, eq, inArray } from 'drizzle-orm';
import type { OrderKeys } from '../move-orders';

/** Those of the orders whose parcels are out of the seller's hands, and of these the ones that arrived. */
export async function listShippedParcels(
  tx: Database,
  { usuarioId, ids }: OrderKeys,
): Promise<{ left: string[]; arrived: string[] }> {
  const { usuario_id, pedido_id, situacao } = orderShipping;
  const rows = await tx
    .select({ id: pedido_id, situacao })
    .from(orderShipping)
    .where(and(eq(usuario_id, usuarioId), inArray(pedido_id, [...ids])));
  const left = rows.filter(({ situacao }) => hasLeft(situacao));
  const arrived = left.filter(({ situacao }) => situacao === 'entregue');
  return { left: left.map(({ id }) => id), arrived: arrived.map(({ id }) => id) };
}

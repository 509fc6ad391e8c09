import { type Database, queryRows, toUuids } from '@esteira/db/database';
import { hasLeft, type ShippingStage } from '@esteira/domain/orders/shipping-stage';
import { sql } from 'drizzle-orm';
import type { OrderKeys } from './move-orders';

/** Those of the orders whose parcels are out of the seller's hands, and of these the ones that arrived. */
export async function listShippedParcels(
  tx: Database,
  { usuarioId, ids }: OrderKeys,
): Promise<{ left: string[]; arrived: string[] }> {
  const rows = await queryRows<{ id: string; situacao: ShippingStage }>(
    tx,
    sql`SELECT pedido_id AS id, situacao FROM envios_pedido
        WHERE usuario_id = ${usuarioId}::uuid AND pedido_id = ANY(${toUuids(ids)})`,
  );
  const left = rows.filter(({ situacao }) => hasLeft(situacao));
  const arrived = left.filter(({ situacao }) => situacao === 'entregue');
  return { left: left.map(({ id }) => id), arrived: arrived.map(({ id }) => id) };
}

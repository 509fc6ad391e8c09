import type { Database } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres/postgres-errors';
import { orders } from '@esteira/db/schema/orders/orders';
import type { OrderStatus } from '@esteira/domain/orders/order-machine';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { recordEvents } from './move-orders';
import { moveUnits, readHeldUnits } from './order-stock';

interface Cancellation {
  usuarioId: string;
  /** Which order, besides its seller and its status. */
  which: SQL | undefined;
  /** The statuses that it may be cancelled from. */
  from: readonly OrderStatus[];
  /** The seller; null: the marketplace. */
  atorId: string | null;
  /** The seller's reason; null where none was given. */
  motivo: string | null;
}

/**
 * Cancels an order and gives back the stock that it has, once. Locks the order before its products, as every writer does.
 */
export function cancelWhere(db: Database, cancellation: Cancellation): Promise<'cancelled' | 'unchanged'> {
  return retryingDeadlocks(() => db.transaction((tx) => cancel(tx, cancellation)));
}

async function cancel(
  tx: Database,
  { usuarioId, which, from, atorId, motivo }: Cancellation,
): Promise<'cancelled' | 'unchanged'> {
  const [order] = await tx
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(and(eq(orders.usuario_id, usuarioId), inArray(orders.status, [...from]), which))
    .for('update');
  if (order === undefined) return 'unchanged';
  const key = { usuarioId, pedidoId: order.id };
  await tx
    .update(orders)
    .set({ status: 'cancelado', atualizado_em: sql`now()` })
    .where(and(eq(orders.usuario_id, usuarioId), eq(orders.id, order.id)));
  for (const [produtoId, units] of await readHeldUnits(tx, key)) {
    if (units !== 0) await moveUnits(tx, key, { produtoId, units: -units, motivo: 'cancelamento', atorId });
  }
  await recordEvents(tx, { usuarioId, ids: [order.id], de: order.status, para: 'cancelado', atorId, motivo });
  return 'cancelled';
}

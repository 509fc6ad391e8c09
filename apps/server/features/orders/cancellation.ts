import type { Database } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres/postgres-errors';
import { orders } from '@esteira/db/schema/orders/orders';
import type { OrderStatus } from '@esteira/domain/orders/order-machine';
import { and, eq, inArray, type SQL } from 'drizzle-orm';
import { recordEvents, setStatus } from './move-orders';
import { giveBack } from './order-stock';
import { saveReasons } from './writes';

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

/** What an order asks for only as long as it is to be sent. */
const UNTIL_CANCELLED = ['bloqueado', 'sem_estoque', 'sem_anuncio', 'dados_ocultos'] as const;

/** Cancels an order and gives back the stock that it has, once. */
export function cancelWhere(db: Database, cancellation: Cancellation): Promise<'cancelled' | 'unchanged'> {
  return retryingDeadlocks(() => db.transaction((tx) => cancel(tx, cancellation)));
}

/** Locks the order before its products, as every writer does, and changes it after them, because of its sums. */
async function cancel(tx: Database, { usuarioId, which, from, atorId, motivo }: Cancellation) {
  const [order] = await tx
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(and(eq(orders.usuario_id, usuarioId), inArray(orders.status, [...from]), which))
    .for('update');
  if (order === undefined) return 'unchanged';
  const key = { usuarioId, pedidoId: order.id };
  await giveBack(tx, key, { atorId });
  await tx
    .update(orders)
    .set(setStatus('cancelado'))
    .where(and(eq(orders.usuario_id, usuarioId), eq(orders.id, order.id)));
  await saveReasons(tx, key, { codes: UNTIL_CANCELLED, open: [] });
  const event = { de: order.status, para: 'cancelado', atorId, motivo } as const;
  await recordEvents(tx, { usuarioId, ids: [order.id], ...event });
  return 'cancelled';
}

import type { Database } from '@esteira/db/database';
import { orderEvents } from '@esteira/db/schema/orders/order-events';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import { ASSUMED_DELIVERY_DAYS, isEnded } from '@esteira/domain/orders/buyer-retention';
import { ORDER_ACTIONS, type OrderAction, type OrderStatus } from '@esteira/domain/orders/order-machine';
import { and, asc, eq, inArray, isNotNull, not, notExists, or, sql } from 'drizzle-orm';
import { itsParcel } from '../shipping/order-to-ship';
import { IS_HELD } from './attention/hold';

/** Orders of one seller, by their ids. */
export interface OrderKeys {
  usuarioId: string;
  ids: readonly string[];
}

/** One step of many orders. */
export interface BulkMove extends OrderKeys {
  action: OrderAction;
  /** The seller; null: the marketplace, which no block stops, and which alone moves what it sends itself. */
  atorId: string | null;
  /** Those whose labels are stored in the same transaction. */
  labelled?: readonly string[];
  /** Whether orders that a reason holds back stay where they are. */
  leavesOutHeld?: boolean;
}

/**
 * Takes one step of all these orders that stand where it starts, are not blocked and whose actor may take it, and answers which
 * those are. Must run in a transaction.
 */
export async function moveOrders(tx: Database, move: BulkMove): Promise<string[]> {
  const { usuarioId, ids, action, atorId, labelled = [], leavesOutHeld = false } = move;
  const { from, to, stoppedByBlock } = ORDER_ACTIONS[action];
  if (ids.length === 0) return [];
  const held = await lockOrders(tx, { usuarioId, ids, statuses: [from] });
  const isBlocked = tx
    .select({ id: orderShipping.pedido_id })
    .from(orderShipping)
    .where(and(itsParcel, isNotNull(orderShipping.bloqueio)));
  // A statement of its own: it sees the blocks that were committed before the locks were got.
  const rows = await tx
    .update(orders)
    .set({
      ...setStatus(to),
      ...(action === 'markShipped' && { entregar_ate: ASSUMED_DELIVERY }),
      ...(labelled.length > 0 && { tem_etiqueta: or(orders.tem_etiqueta, inArray(orders.id, labelled)) }),
    })
    .where(
      and(
        eq(orders.usuario_id, usuarioId),
        inArray(orders.id, held),
        stoppedByBlock && atorId !== null ? notExists(isBlocked) : undefined,
        atorId === null ? undefined : eq(orders.enviado_pelo_marketplace, false),
        leavesOutHeld ? not(IS_HELD) : undefined,
      ),
    )
    .returning({ id: orders.id });
  const moved = rows.map(({ id }) => id);
  await recordEvents(tx, { usuarioId, ids: moved, de: from, para: to, atorId });
  return moved;
}

/** What is written of an order that comes to a status: its buyer is kept from its end on. */
export const setStatus = (status: OrderStatus) => ({
  status,
  atualizado_em: sql`now()`,
  terminado_em: isEnded(status) ? sql`now()` : null,
});

/** Of Amazon's, where no day was promised: Amazon tells few deliveries. */
const ASSUMED_DELIVERY = sql`CASE WHEN ${orders.marketplace} = 'amazon' THEN coalesce(${orders.entregar_ate},
  now() + ${sql.raw(`interval '${ASSUMED_DELIVERY_DAYS} days'`)}) END`;

/**
 * Locks those of the orders that have one of these statuses, always in the order of their ids, so that two who want the same
 * ones never wait for each other in a circle. Answers which those are.
 */
export async function lockOrders(
  tx: Database,
  { usuarioId, ids, statuses }: OrderKeys & { statuses: readonly OrderStatus[] },
): Promise<string[]> {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.usuario_id, usuarioId), inArray(orders.id, ids), inArray(orders.status, statuses)))
    .orderBy(asc(orders.id))
    .for('no key update');
  return rows.map(({ id }) => id);
}

interface NewEvents extends OrderKeys {
  /** The status before; null for the order's arrival. */
  de: OrderStatus | null;
  para: OrderStatus;
  /** Who did it: the seller, or somebody of their team; null: the marketplace. */
  atorId: string | null;
  /** Why the seller cancelled; what the marketplace changed, or what became of a supplier's part. */
  motivo?: string | null;
}

/** The same entry for the history of each of these orders. */
export async function recordEvents(
  tx: Database,
  { usuarioId, ids, de, para, atorId, motivo }: NewEvents,
): Promise<void> {
  if (ids.length === 0) return;
  const event = { usuario_id: usuarioId, de, para, ator_id: atorId, motivo };
  await tx.insert(orderEvents).values(ids.map((pedido_id) => ({ ...event, pedido_id })));
}

import { type Database, queryRows, toUuids } from '@esteira/db/database';
import { newId } from '@esteira/db/schema/columns';
import { ORDER_ACTIONS, type OrderAction, type OrderStatus } from '@esteira/domain/orders/order-machine';
import { sql } from 'drizzle-orm';
import { IS_BLOCKED, insertEvents } from '../writes';

/** Orders of one seller, by their ids. */
export interface OrderKeys {
  usuarioId: string;
  ids: readonly string[];
}

/** One step of many orders. */
export interface BulkMove extends OrderKeys {
  action: OrderAction;
  /** The seller; null: the marketplace, which no block stops. */
  atorId: string | null;
  /** Those whose labels are stored in the same transaction. */
  labelled?: readonly string[];
}

/**
 * Takes one step of all these orders that stand where it starts and are not blocked, and answers which those are. Must
 * run in a transaction.
 */
export async function moveOrders(tx: Database, move: BulkMove): Promise<string[]> {
  const { usuarioId, ids, action, atorId, labelled = [] } = move;
  const { from, to, stoppedByBlock } = ORDER_ACTIONS[action];
  if (ids.length === 0) return [];
  await lockOrders(tx, { usuarioId, ids, status: from });
  // A statement of its own: it sees the blocks that were committed before the locks were got.
  const rows = await queryRows<{ id: string }>(
    tx,
    sql`UPDATE pedidos p SET status = ${to}::text, atualizado_em = now(),
          tem_etiqueta = tem_etiqueta OR id = ANY(${toUuids(labelled)})
        WHERE usuario_id = ${usuarioId}::uuid AND id = ANY(${toUuids(ids)}) AND status = ${from}::text
          AND NOT (${stoppedByBlock && atorId !== null}::boolean AND ${IS_BLOCKED})
        RETURNING id`,
  );
  const moved = rows.map(({ id }) => id);
  await recordEvents(tx, { usuarioId, ids: moved, de: from, para: to, atorId });
  return moved;
}

/**
 * Locks those of the orders that have this status, always in the order of their ids, so that two who want the same
 * ones never wait for each other in a circle. AskResults which those are.
 */
export async function lockOrders(
  tx: Database,
  { usuarioId, ids, status }: OrderKeys & { status: OrderStatus },
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    tx,
    sql`SELECT id FROM pedidos
        WHERE usuario_id = ${usuarioId}::uuid AND id = ANY(${toUuids(ids)}) AND status = ${status}::text
        ORDER BY id FOR NO KEY UPDATE`,
  );
  return rows.map(({ id }) => id);
}

interface NewEvents extends OrderKeys {
  de: OrderStatus;
  para: OrderStatus;
  atorId: string | null;
}

/** The same entry for the history of each of these orders. */
export async function recordEvents(
  tx: Database,
  { usuarioId, ids, de, para, atorId }: NewEvents,
): Promise<void> {
  if (ids.length === 0) return;
  const event = {
    usuario_id: sql`${usuarioId}::uuid`,
    de: sql.raw(`'${de}'`),
    para,
    ator_id: sql`${atorId}::uuid`,
    id: sql`evento`,
  };
  const from = sql`unnest(${toUuids(ids)}, ${toUuids(ids.map(() => newId()))}) AS pedido (id, evento)`;
  await queryRows(tx, insertEvents(event, from));
}

import type { Database } from '@esteira/db/database';
import { setToNew } from '@esteira/db/expressions';
import { orderAttention } from '@esteira/db/schema/orders/order-attention';
import type { AttentionCode, AttentionReason } from '@esteira/domain/orders/order-attention';
import type { OrderAction } from '@esteira/domain/orders/order-machine';
import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { OrderKey } from '../shipping/order-to-ship';
import { moveOrders } from './move-orders';

/**
 * Makes `open` the open reasons among `codes`: raises, rewords and lifts; reasons of other codes stay as they are, and
 * one that stays open keeps its moment.
 */
export async function saveReasons(
  tx: Database,
  { usuarioId, pedidoId }: OrderKey,
  { codes, open }: { codes: readonly AttentionCode[]; open: readonly AttentionReason[] },
): Promise<void> {
  const { usuario_id, pedido_id, codigo, detalhe } = orderAttention;
  const isOfOrder = and(eq(usuario_id, usuarioId), eq(pedido_id, pedidoId));
  const stays = open.map((reason) => reason.codigo);
  const isLifted = and(inArray(codigo, [...codes]), notInArray(codigo, stays));
  await tx.delete(orderAttention).where(and(isOfOrder, isLifted));
  if (open.length === 0) return;
  await tx
    .insert(orderAttention)
    .values(open.map((reason) => ({ usuario_id: usuarioId, pedido_id: pedidoId, ...reason })))
    .onConflictDoUpdate({
      target: [usuario_id, pedido_id, codigo],
      set: setToNew(detalhe),
      setWhere: sql`${detalhe} IS DISTINCT FROM excluded.detalhe`,
    });
}

interface Move extends OrderKey {
  action: OrderAction;
  /** The seller, or somebody of their team; null: the marketplace, which no block stops. */
  atorId: string | null;
  /** Its label is stored in the same transaction. */
  withLabel?: boolean;
}

/** One order's step, as `moveOrders` takes it; false where it was not taken. */
export async function moveStatus(tx: Database, move: Move): Promise<boolean> {
  const { pedidoId, withLabel = false, ...step } = move;
  const ids = [pedidoId];
  return (await moveOrders(tx, { ...step, ids, labelled: withLabel ? ids : [] })).length > 0;
}

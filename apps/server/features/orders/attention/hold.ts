import type { Database } from '@esteira/db/database';
import { orderAttention } from '@esteira/db/schema/orders/order-attention';
import { orders } from '@esteira/db/schema/orders/orders';
import {
  type AttentionReason,
  findHold,
  getAttentionMessage,
  HOLDING_CODES,
  sortReasons,
} from '@esteira/domain/orders/order-attention';
import type { Order, OrderHold } from '@esteira/validators/orders/order';
import { and, eq, exists, inArray, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';

export interface OpenReason extends AttentionReason {
  desde: string;
}

/** The open reasons of the order `pedidos`. Looked up only for the few orders that have any. */
export const openReasons = sql<OpenReason[] | null>`CASE WHEN ${orders.requer_atencao} THEN (
  SELECT json_agg(json_build_object('codigo', a.codigo, 'detalhe', a.detalhe, 'desde', a.desde))
  FROM atencoes_pedido a WHERE a.usuario_id = ${orders.usuario_id} AND a.pedido_id = ${orders.id}) END`;

/** Reasons as they are told, in their order. */
export function toAttention(reasons: readonly OpenReason[] | null): Order['atencoes'] {
  return sortReasons(reasons ?? []).map((reason) => ({
    codigo: reason.codigo,
    mensagem: getAttentionMessage(reason),
    desde: new Date(reason.desde).toISOString(),
  }));
}

/** The reason that holds an order back; null where none does. */
export function toHold(reasons: readonly OpenReason[] | null): OrderHold | null {
  return reasons === null ? null : (findHold(toAttention(reasons)) ?? null);
}

/** True of an order `pedidos` that a reason holds back. */
export const IS_HELD = isHeld();

function isHeld(): SQL {
  const { usuario_id, pedido_id, codigo } = orderAttention;
  const hold = new QueryBuilder()
    .select({ codigo })
    .from(orderAttention)
    .where(
      and(
        ...[eq(usuario_id, orders.usuario_id), eq(pedido_id, orders.id)],
        inArray(codigo, [...HOLDING_CODES]),
      ),
    );
  return sql`(${orders.requer_atencao} AND ${exists(hold)})`;
}

/** Those of a seller's orders that no reason holds back. */
export async function withoutHeld(
  db: Database,
  { usuarioId, ids }: { usuarioId: string; ids: readonly string[] },
): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.usuario_id, usuarioId), inArray(orders.id, [...ids]), IS_HELD));
  const held = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !held.has(id));
}

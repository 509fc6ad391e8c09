import type { Database } from '@esteira/db/database';
import { setToNew } from '@esteira/db/expressions';
import { newId } from '@esteira/db/schema/columns';
import { orderAttention } from '@esteira/db/schema/orders/order-attention';
import type { AttentionCode, AttentionReason } from '@esteira/domain/orders/order-attention';
import type { OrderAction, OrderStatus } from '@esteira/domain/orders/order-machine';
import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import type { OrderKey } from '../shipping/order-to-ship';
import { moveOrders } from './move-orders';

/*
 * Writes to orders, their history and their reasons for attention. The inserts are pieces of SQL, so that a sale of one
 * product stays one statement (docs/decisions/0001). Locks are taken in one order: order, products,
 * summaries.
 */

/** A new order, each part as SQL that may use the rows it is inserted from. Amounts in cents, of the whole order. */
export interface NewOrder {
  usuario_id: SQL;
  id: SQL;
  marketplace: SQL;
  ml_order_id: SQL;
  produto_id: SQL;
  fornecedor_id: SQL;
  produto_nome: SQL;
  produto_sku: SQL;
  fornecedor_nome: SQL;
  quantidade: SQL;
  preco_venda: SQL;
  preco_fornecedor: SQL;
  cliente_nome: SQL;
  cliente_endereco: SQL;
  /** What all costs come to, where they are known. */
  custos?: SQL;
  /** Absent where the marketplace tells it with the parcel. */
  despachar_ate?: SQL;
}

/** A number that is known already fails the statement, or leaves it without a row. */
export function insertOrder(order: NewOrder, from: SQL, whenKnown: 'fail' | 'skip'): SQL {
  const skip = sql`ON CONFLICT (usuario_id, marketplace, ml_order_id) DO NOTHING`;
  return sql`
    INSERT INTO pedidos (${sql.raw(Object.keys(order).join(', '))})
    SELECT ${sql.join(Object.values(order), sql`, `)} FROM ${from}
    ${whenKnown === 'skip' ? skip : sql``}
    RETURNING id, produto_id`;
}

interface NewEvent {
  usuario_id: SQL;
  /** The status before; null for the order's arrival. */
  de: SQL | null;
  para: OrderStatus;
  /** Who did it: the seller, or somebody of their team; absent: the marketplace. */
  ator_id?: SQL;
  /** Why the seller cancelled, or what the marketplace changed. */
  motivo?: string | null;
  id?: SQL;
}

/** Writes the history of the orders in `from` (their `id`). */
export function insertEvents(event: NewEvent, from: SQL): SQL {
  const { usuario_id, de, para, ator_id, id } = event;
  return sql`
    INSERT INTO eventos_pedido (usuario_id, pedido_id, id, de, para, ator_id, motivo)
    SELECT ${usuario_id}, id, ${id ?? sql`${newId()}::uuid`}, ${de ?? sql`NULL`}, ${sql.raw(`'${para}'`)},
      ${ator_id ?? sql`NULL::uuid`}, ${event.motivo ?? null}::text
    FROM ${from}
    RETURNING pedido_id`;
}

/** Opens reasons, given as JSON text, for the new orders in `from` (their `id`). */
export function insertReasons(usuario_id: SQL, json: SQL, from: SQL): SQL {
  return sql`
    INSERT INTO atencoes_pedido (usuario_id, pedido_id, codigo, detalhe)
    SELECT ${usuario_id}, id, r.codigo, r.detalhe
    FROM ${from}, json_to_recordset(${json}::text::json) AS r(codigo text, detalhe text)`;
}

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

/** What stands for the product and the supplier of an order whose listing is not known here. */
export const UNKNOWN_PRODUCT = 'Produto';
export const UNKNOWN_SUPPLIER = 'Desconhecido';

import { type Database, queryRows } from '@esteira/db/database';
import { newId } from '@esteira/db/schema/columns';
import type { AttentionCode, AttentionReason } from '@esteira/domain/orders/order-attention';
import { ORDER_ACTIONS, type OrderAction, type OrderStatus } from '@esteira/domain/orders/order-machine';
import type { LastStep } from '@esteira/domain/orders/order-undo';
import { type SQL, sql } from 'drizzle-orm';
import type { OrderKey } from '../shipping/order-to-ship';

/*
 * Every write to orders, their history and their reasons for attention. The inserts are pieces of SQL, so that a sale
 * and a cancellation stay one statement each (docs/decisions/0001). Locks are taken in one order: order, products,
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
  await queryRows(
    tx,
    sql`
    WITH aberta AS (
      SELECT codigo, detalhe FROM json_to_recordset(${JSON.stringify(open)}::text::json) AS r(codigo text, detalhe text)
    ), fechada AS (
      DELETE FROM atencoes_pedido
      WHERE usuario_id = ${usuarioId}::uuid AND pedido_id = ${pedidoId}::uuid
        AND codigo IN ${codes} AND codigo NOT IN (SELECT codigo FROM aberta)
    )
    INSERT INTO atencoes_pedido AS a (usuario_id, pedido_id, codigo, detalhe)
    SELECT ${usuarioId}::uuid, ${pedidoId}::uuid, codigo, detalhe FROM aberta
    ON CONFLICT (usuario_id, pedido_id, codigo) DO UPDATE SET detalhe = excluded.detalhe
    WHERE a.detalhe IS DISTINCT FROM excluded.detalhe`,
  );
}

/** True of an order `p` whose parcel must not be shipped. */
export const IS_BLOCKED = sql`EXISTS (SELECT FROM envios_pedido e
  WHERE e.usuario_id = p.usuario_id AND e.pedido_id = p.id AND e.bloqueio IS NOT NULL)`;

interface Move extends OrderKey {
  action: OrderAction;
  /** The seller, or somebody of their team; null: the marketplace, which no block stops. */
  atorId: string | null;
  /** Its label is stored in the same transaction. */
  withLabel?: boolean;
}

/**
 * Takes one step of the order line and records it. False when the order is not in the status that the action starts
 * from, or is blocked: the WHERE is the lock.
 */
export async function moveStatus(db: Database, move: Move): Promise<boolean> {
  const { usuarioId, pedidoId, action, atorId, withLabel = false } = move;
  const { from, to, stoppedByBlock } = ORDER_ACTIONS[action];
  const usuario = sql`${usuarioId}::uuid`;
  const event = { usuario_id: usuario, de: sql.raw(`'${from}'`), para: to, ator_id: sql`${atorId}::uuid` };
  const rows = await queryRows(
    db,
    sql`
    WITH pedido AS (
      UPDATE pedidos p SET status = ${to}::text, atualizado_em = now(), tem_etiqueta = tem_etiqueta OR ${withLabel}::boolean
      WHERE usuario_id = ${usuario} AND id = ${pedidoId}::uuid AND status = ${from}::text
        AND NOT (${stoppedByBlock && atorId !== null}::boolean AND ${IS_BLOCKED})
      RETURNING id
    )
    ${insertEvents(event, sql`pedido`)}`,
  );
  return rows.length > 0;
}

/** The seller's way back over one step. */
interface StepBack extends OrderKey {
  action: OrderAction;
  atorId: string;
}

/**
 * Leads an order back over the step that `action` took, and answers what its history says of that step: undefined when
 * the order is not in the status that the action leads to. Must run in a transaction, which fails where the step may
 * not be taken back. The WHERE is the lock. Its label goes with the step that
 * fetched it.
 */
export async function takeBackStatus(tx: Database, move: StepBack): Promise<LastStep | null | undefined> {
  const { usuarioId, pedidoId, action, atorId } = move;
  const { from, to } = ORDER_ACTIONS[action];
  const usuario = sql`${usuarioId}::uuid`;
  const pedido = sql`${pedidoId}::uuid`;
  const dropsLabel = action === 'sendToSupplier';
  const moved = await queryRows(
    tx,
    sql`UPDATE pedidos SET status = ${from}::text, atualizado_em = now(),
          tem_etiqueta = tem_etiqueta AND NOT ${dropsLabel}::boolean,
          etiqueta_impressa_em = CASE WHEN NOT ${dropsLabel}::boolean THEN etiqueta_impressa_em END
        WHERE usuario_id = ${usuario} AND id = ${pedido} AND status = ${to}::text RETURNING id`,
  );
  if (moved.length === 0) return undefined;
  // A statement of its own: it sees what was committed before the lock was got.
  const [last] = await queryRows<{ de: OrderStatus | null; isBySeller: boolean; at: string }>(
    tx,
    sql`SELECT de, ator_id IS NOT NULL AS "isBySeller", criado_em AS at FROM eventos_pedido
        WHERE usuario_id = ${usuario} AND pedido_id = ${pedido} AND para = ${to}::text AND de IS DISTINCT FROM para
        ORDER BY id DESC LIMIT 1`,
  );
  if (dropsLabel) {
    await queryRows(tx, sql`DELETE FROM etiquetas WHERE usuario_id = ${usuario} AND pedido_id = ${pedido}`);
  }
  const event = { usuario_id: usuario, de: sql.raw(`'${to}'`), para: from, ator_id: sql`${atorId}::uuid` };
  await queryRows(tx, insertEvents(event, sql`(VALUES (${pedido})) AS pedido (id)`));
  return last === undefined ? null : { ...last, para: to, at: new Date(last.at) };
}

/** What stands for the product and the supplier of an order whose listing is not known here. */
export const UNKNOWN_PRODUCT = 'Produto';
export const UNKNOWN_SUPPLIER = 'Desconhecido';

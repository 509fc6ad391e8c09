import { type Database, queryRows } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres/postgres-errors';
import { newId } from '@esteira/db/schema/columns';
import type { OrderStatus } from '@esteira/domain/orders/order-machine';
import { type SQL, sql } from 'drizzle-orm';
import { insertMovements } from '../products/stock-ledger';
import { insertEvents } from './writes';

interface Cancellation {
  usuarioId: string;
  /** Which order (`pedidos o`), besides its seller and its status. */
  which: SQL;
  /** The statuses that it may be cancelled from. */
  from: readonly OrderStatus[];
  /** The seller; null: the marketplace. */
  atorId: string | null;
  /** The seller's reason; null where none was given. */
  motivo: string | null;
}

/**
 * Cancels an order and gives back the stock that it has, once, in one statement. Locks the order before the product,
 * as every writer does.
 */
export async function cancelWhere(
  db: Database,
  { usuarioId, which, from, atorId, motivo }: Cancellation,
): Promise<'cancelled' | 'unchanged'> {
  const usuario = sql`${usuarioId}::uuid`;
  const ator = sql`${atorId}::uuid`;
  const giveBack = insertMovements(
    {
      usuario_id: usuario,
      produto_id: sql`v.produto_id`,
      id: sql`${newId()}::uuid`,
      quantidade: sql`v.unidades`,
      motivo: 'cancelamento',
      pedido_id: sql`v.pedido_id`,
      ator_id: ator,
    },
    sql`(SELECT m.produto_id, m.pedido_id, -sum(m.quantidade) AS unidades
      FROM movimentos_estoque m JOIN pedido ON pedido.id = m.pedido_id
      WHERE m.usuario_id = ${usuario} AND m.motivo <> 'cancelamento'
      GROUP BY m.produto_id, m.pedido_id HAVING sum(m.quantidade) <> 0) AS v`,
  );
  const event = { usuario_id: usuario, de: sql`de`, para: 'cancelado', ator_id: ator, motivo } as const;
  const cancellation = sql`
    WITH antes AS (
      SELECT o.id, o.status FROM pedidos o
      WHERE o.usuario_id = ${usuario} AND o.status IN ${from} AND ${which}
      FOR UPDATE
    ), pedido AS (
      UPDATE pedidos p SET status = 'cancelado', atualizado_em = now()
      FROM antes WHERE p.usuario_id = ${usuario} AND p.id = antes.id
      RETURNING p.id, antes.status AS de
    ), movimento AS (${giveBack} RETURNING produto_id, quantidade
    ), produto AS (
      UPDATE produtos p SET estoque = p.estoque + m.quantidade, atualizado_em = now()
      FROM movimento m WHERE p.usuario_id = ${usuario} AND p.id = m.produto_id
    )
    ${insertEvents(event, sql`pedido`)}`;
  const rows = await retryingDeadlocks(() => queryRows(db, cancellation));
  if (rows.length === 0) return 'unchanged';
  return 'cancelled';
}

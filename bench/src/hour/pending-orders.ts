import type postgres from 'postgres';
import type { Seller } from '../harness/sellers';

/** Sends this seller's newest orders back to the beginning of the line, and answers their ids. */
export async function makePending(sql: postgres.Sql, { id }: Seller, count: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    WITH escolhidos AS (
      SELECT id FROM pedidos WHERE usuario_id = ${id} AND status <> 'cancelado' ORDER BY id DESC LIMIT ${count}
    ), sem_etiqueta AS (
      DELETE FROM etiquetas WHERE usuario_id = ${id} AND pedido_id IN (SELECT id FROM escolhidos)
    )
    UPDATE pedidos SET status = 'pendente', tem_etiqueta = false
    WHERE usuario_id = ${id} AND id IN (SELECT id FROM escolhidos) RETURNING id`;
  if (rows.length < count) throw new Error(`The seller has only ${rows.length} orders.`);
  return rows.map((row) => row.id);
}

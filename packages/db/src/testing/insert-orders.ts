import { eq, sql } from 'drizzle-orm';
import { type Database, queryRows } from '../database';
import { orderLines } from '../schema/orders/order-lines';
import { orders } from '../schema/orders/orders';

/** Writes orders directly, each with one line. */
export async function insertOrders(
  db: Database,
  rows: typeof orders.$inferInsert | (typeof orders.$inferInsert)[],
): Promise<void> {
  const written = await db.insert(orders).values([rows].flat()).returning();
  await db.insert(orderLines).values(written.map((order) => ({ ...order, pedido_id: order.id, numero: 1 })));
}

/** Gives every order that was written without lines the one that it would have had, as the migration does. */
export async function addMissingLines(db: Database): Promise<void> {
  await queryRows(db, sql.raw(ADD_MISSING_LINES));
}

/** Gives each order of a seller one line again, after a test changed the orders themselves. */
export async function resetLines(db: Database, usuarioId: string): Promise<void> {
  await db.delete(orderLines).where(eq(orderLines.usuario_id, usuarioId));
  await addMissingLines(db);
}

/** The same as a statement. */
export const ADD_MISSING_LINES = `
  INSERT INTO itens_pedido (usuario_id, pedido_id, numero, produto_id, fornecedor_id, produto_nome, produto_sku,
    fornecedor_nome, quantidade, preco_venda, preco_fornecedor)
  SELECT usuario_id, id, 1, produto_id, fornecedor_id, produto_nome, produto_sku,
    fornecedor_nome, quantidade, preco_venda, preco_fornecedor
  FROM pedidos p
  WHERE NOT EXISTS (SELECT FROM itens_pedido l WHERE l.usuario_id = p.usuario_id AND l.pedido_id = p.id)`;

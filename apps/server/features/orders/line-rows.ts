import { type Database, toUuids } from '@esteira/db/database';
import { orderLines } from '@esteira/db/schema/orders/order-lines';
import { orders } from '@esteira/db/schema/orders/orders';
import { fromCents, toCents } from '@esteira/domain/money';
import { and, eq, sql } from 'drizzle-orm';

/** An order of a table, as far as its lines differ from it. Amounts in reais. */
interface TableOrder {
  id: string;
  outros_itens: string | null;
  produto_nome: string;
  produto_sku: string | null;
  fornecedor_nome: string | null;
  quantidade: number;
  preco_venda: number;
  preco_fornecedor: number;
  lucro: number;
}

/** What a table reads of its orders to divide them, besides `soldOrderFields`. */
export const dividedFields = {
  preco_fornecedor: orders.preco_fornecedor,
  outros_itens: orders.outros_itens,
};

/** An order of one line, or a line of one of several with the fields of its order. */
export type LineRow<Order> = Order & {
  /** The order itself, and what its lines before this one were sold for, in cents; null of an order of one line. */
  of: { order: Order; beforeCents: number; isFirst: boolean } | null;
};

/**
 * Rows of these orders, one for each line: product, supplier, units and amounts are the line's, so that each column sums
 * to the orders' own; all else is repeated. An order of one line stays as it is.
 */
export async function toLineRows<Order extends TableOrder>(
  db: Database,
  usuarioId: string,
  found: readonly Order[],
): Promise<LineRow<Order>[]> {
  const several = found.filter(({ outros_itens }) => outros_itens !== null).map(({ id }) => id);
  const lines = several.length === 0 ? new Map<string, Line[]>() : await readLines(db, usuarioId, several);
  return found.flatMap((order) => divide(order, lines.get(order.id) ?? []));
}

type Line = Awaited<ReturnType<typeof selectLines>>[number];

function divide<Order extends TableOrder>(order: Order, lines: readonly Line[]): LineRow<Order>[] {
  if (lines.length < 2) return [{ ...order, of: null }];
  let beforeCents = 0;
  return lines.map(({ pedido_id: _id, ...line }, index) => {
    const lucro = fromCents(toCents(line.preco_venda) - toCents(line.preco_fornecedor));
    const row = { ...order, ...line, lucro, of: { order, beforeCents, isFirst: index === 0 } };
    beforeCents += toCents(line.preco_venda);
    return row;
  });
}

async function readLines(db: Database, usuarioId: string, ids: readonly string[]) {
  const lines = new Map<string, Line[]>();
  for (const line of await selectLines(db, usuarioId, ids)) {
    lines.set(line.pedido_id, [...(lines.get(line.pedido_id) ?? []), line]);
  }
  return lines;
}

function selectLines(db: Database, usuarioId: string, ids: readonly string[]) {
  const { pedido_id, produto_nome, produto_sku, fornecedor_nome } = orderLines;
  const { quantidade, preco_venda, preco_fornecedor } = orderLines;
  return db
    .select({
      ...{ pedido_id, produto_nome, produto_sku, fornecedor_nome },
      ...{ quantidade, preco_venda, preco_fornecedor },
    })
    .from(orderLines)
    .where(and(eq(orderLines.usuario_id, usuarioId), eq(pedido_id, sql`ANY (${toUuids(ids)})`)))
    .orderBy(pedido_id, orderLines.numero);
}

import type { Database } from '@esteira/db/database';
import { products } from '@esteira/db/schema/products/products';
import { stockMovements } from '@esteira/db/schema/products/stock-movements';
import type { StockReason } from '@esteira/domain/products/stock';
import { and, eq, gte, isNull, sql, sum } from 'drizzle-orm';
import type { OrderKey } from '../shipping/order-to-ship';

interface StockMove {
  produtoId: string;
  /** Taken; negative: given back. */
  units: number;
  motivo: StockReason;
  /** Who cancelled; absent and null: the marketplace. */
  atorId?: string | null;
}

/**
 * Takes a product's units for an order, or gives them back, and writes the ledger. False where there are not so many to
 * take; the WHERE is the lock. Who moves several products does it in the order of their ids.
 */
export async function moveUnits(
  tx: Database,
  { usuarioId, pedidoId }: OrderKey,
  { produtoId, units, motivo, atorId }: StockMove,
): Promise<boolean> {
  const isThere = and(isNull(products.excluido_em), gte(products.estoque, units));
  const moved = await tx
    .update(products)
    .set({ estoque: sql`${products.estoque} - ${units}::int`, atualizado_em: sql`now()` })
    .where(
      and(eq(products.usuario_id, usuarioId), eq(products.id, produtoId), units > 0 ? isThere : undefined),
    )
    .returning({ id: products.id });
  if (moved.length === 0) return false;
  const line = { usuario_id: usuarioId, produto_id: produtoId, quantidade: -units, motivo };
  await tx.insert(stockMovements).values({ ...line, pedido_id: pedidoId, ator_id: atorId });
  return true;
}

/** The units that an order has of each product, by the products' ids, these in their order. */
export async function readHeldUnits(
  tx: Database,
  { usuarioId, pedidoId }: OrderKey,
): Promise<Map<string, number>> {
  const { produto_id, quantidade } = stockMovements;
  const rows = await tx
    .select({ produto_id, units: sum(quantidade).mapWith(Number) })
    .from(stockMovements)
    .where(and(eq(stockMovements.usuario_id, usuarioId), eq(stockMovements.pedido_id, pedidoId)))
    .groupBy(produto_id)
    .orderBy(produto_id);
  return new Map(rows.map(({ produto_id, units }) => [produto_id, -(units ?? 0)]));
}

import type { Database } from '@esteira/db/database';
import { products } from '@esteira/db/schema/products/products';
import type { LowStockProduct } from '@esteira/validators/dashboards/dashboard';
import { and, asc, count, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { PREPARED_SELLER } from '../../core/ids';

/** The products that are running out, the emptiest first. */
export async function listLowStock(db: Database, usuarioId: string): Promise<LowStockProduct[]> {
  return db
    .select({ id: products.id, nome: products.nome, sku: products.sku, estoque: products.estoque })
    .from(products)
    .where(isLowInStock(sql`${usuarioId}::uuid`))
    .orderBy(asc(products.estoque_baixo), desc(products.id))
    .limit(100);
}

/** How many products of the seller `usuarioId` are running out. */
export const selectLowStockCount = (db: Database) =>
  db.select({ total: count() }).from(products).where(isLowInStock(PREPARED_SELLER));

const isLowInStock = (usuarioId: ReturnType<typeof sql>) =>
  and(eq(products.usuario_id, usuarioId), isNotNull(products.estoque_baixo), isNull(products.excluido_em));

import type { Database } from '@esteira/db/database';
import { products } from '@esteira/db/schema/products/products';
import type { LowStockProduct } from '@esteira/validators/dashboards/dashboard';
import { and, asc, desc, eq, isNotNull, isNull } from 'drizzle-orm';

/** The products that are running out, the emptiest first. */
export async function listLowStock(db: Database, usuarioId: string): Promise<LowStockProduct[]> {
  return db
    .select({ id: products.id, nome: products.nome, sku: products.sku, estoque: products.estoque })
    .from(products)
    .where(isLowInStock(usuarioId))
    .orderBy(asc(products.estoque_baixo), desc(products.id))
    .limit(100);
}

/** How many they are. */
export const countLowStock = (db: Database, usuarioId: string): Promise<number> =>
  db.$count(products, isLowInStock(usuarioId));

const isLowInStock = (usuarioId: string) =>
  and(eq(products.usuario_id, usuarioId), isNotNull(products.estoque_baixo), isNull(products.excluido_em));

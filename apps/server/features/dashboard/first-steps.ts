import type { Database } from '@esteira/db/database';
import { total } from '@esteira/db/expressions';
import { dailySummaries } from '@esteira/db/schema/orders/order-summaries';
import { products } from '@esteira/db/schema/products/products';
import { suppliers } from '@esteira/db/schema/products/suppliers';
import type { FirstSteps } from '@esteira/validators/dashboards/dashboard';
import { and, eq, gt, isNull, or } from 'drizzle-orm';

/** How far a seller has come. Whoever has sold took every step before that, whatever was deleted since. */
export async function getFirstSteps(db: Database, usuarioId: string): Promise<FirstSteps> {
  const sold = await db
    .select({ status: dailySummaries.status })
    .from(dailySummaries)
    .where(eq(dailySummaries.usuario_id, usuarioId))
    .groupBy(dailySummaries.status)
    .having(gt(total(dailySummaries.pedidos), 0));
  if (sold.length === 0) return { ...(await getPreparations(db, usuarioId)), venda: false, entrega: false };
  const entrega = sold.some(({ status }) => status === 'entregue');
  return { fornecedor: true, produto: true, publicado: true, venda: true, entrega };
}

async function getPreparations(db: Database, usuarioId: string) {
  const kept = and(eq(products.usuario_id, usuarioId), isNull(products.excluido_em));
  const [supplier, product, published] = await Promise.all([
    db
      .select({ id: suppliers.id })
      .from(suppliers)
      .where(and(eq(suppliers.usuario_id, usuarioId), isNull(suppliers.excluido_em)))
      .limit(1),
    db.select({ id: products.id }).from(products).where(kept).limit(1),
    db
      .select({ id: products.id })
      .from(products)
      .where(and(kept, or(products.publicado_ml, products.publicado_amazon)))
      .limit(1),
  ]);
  return {
    fornecedor: supplier.length > 0,
    produto: product.length > 0,
    publicado: published.length > 0,
  };
}

import type { Database } from '@esteira/db/database';
import { total } from '@esteira/db/expressions';
import { dailyProducts, productSales } from '@esteira/db/schema/orders/order-summaries';
import { products } from '@esteira/db/schema/products/products';
import type { BestSellers } from '@esteira/validators/dashboards/dashboard-totals';
import { and, asc, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm';

const BEST_SELLERS = 5;

/** The products with the most units of all time, with the months whose units sum to theirs. */
export async function getBestSellers(db: Database, usuarioId: string): Promise<BestSellers> {
  const best = await selectBestSellers(db, usuarioId);
  const { usuario_id, produto_id, dia } = dailyProducts;
  const mes = sql<string>`to_char(${dia}, 'YYYY-MM')`;
  const unidades = total(dailyProducts.unidades);
  const ids = best.map(({ id }) => id);
  const months = await db
    .select({ id: produto_id, mes, unidades })
    .from(dailyProducts)
    .where(and(eq(usuario_id, usuarioId), inArray(produto_id, ids)))
    .groupBy(produto_id, mes)
    .having(ne(unidades, 0))
    .orderBy(produto_id, desc(mes));
  return {
    produtos: best.map((product) => ({
      ...product,
      meses: months.filter(({ id }) => id === product.id).map(({ id: _, ...month }) => month),
    })),
  };
}

/**
 * The seller's products with the most units, under their present names. They are chosen before their
 * names are looked up, in the order of their index: a large catalogue costs no more.
 */
export const selectBestSellers = (db: Database, usuarioId: string) => {
  const best = db
    .select({ produto_id: productSales.produto_id, unidades: productSales.unidades })
    .from(productSales)
    .where(and(eq(productSales.usuario_id, usuarioId), gt(productSales.unidades, 0)))
    .orderBy(desc(productSales.unidades), asc(productSales.produto_id))
    .limit(BEST_SELLERS)
    .as('best');
  return db
    .select({ id: products.id, nome: products.nome, unidades: best.unidades })
    .from(best)
    .innerJoin(products, and(eq(products.usuario_id, usuarioId), eq(products.id, best.produto_id)))
    .orderBy(desc(best.unidades), asc(best.produto_id));
};

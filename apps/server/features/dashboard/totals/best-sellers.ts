import { type Database, preparedOnce, queryRows, toUuids } from '@esteira/db/database';
import { productSales } from '@esteira/db/schema/orders/order-summaries';
import { products } from '@esteira/db/schema/products/products';
import type { BestSellers } from '@esteira/validators/dashboards/dashboard-totals';
import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import { PREPARED_SELLER } from '../../../core/ids';

const BEST_SELLERS = 5;

/** The products with the most units of all time, with the months whose units sum to theirs. */
export async function getBestSellers(db: Database, usuarioId: string): Promise<BestSellers> {
  const best = await preparedOnce(db, 'dashboard_best_sellers', (pool, name) =>
    selectBestSellers(pool).prepare(name),
  ).execute({ usuarioId });
  const ids = toUuids(best.map(({ id }) => id));
  const months = await queryRows<{ id: string; mes: string; unidades: number }>(
    db,
    sql`SELECT produto_id::text AS id, to_char(dia, 'YYYY-MM') AS mes, sum(unidades)::int AS unidades
        FROM resumo_diario_produtos WHERE usuario_id = ${usuarioId}::uuid AND produto_id = ANY (${ids})
        GROUP BY 1, 2 HAVING sum(unidades) <> 0 ORDER BY 1, 2 DESC`,
  );
  return {
    produtos: best.map((product) => ({
      ...product,
      meses: months.filter(({ id }) => id === product.id).map(({ mes, unidades }) => ({ mes, unidades })),
    })),
  };
}

/**
 * The products of the seller `usuarioId` with the most units, under their present names. They are chosen before their
 * names are looked up, in the order of their index: a large catalogue costs no more.
 */
export const selectBestSellers = (db: Database) => {
  const best = db
    .select({ produto_id: productSales.produto_id, unidades: productSales.unidades })
    .from(productSales)
    .where(and(eq(productSales.usuario_id, PREPARED_SELLER), gt(productSales.unidades, 0)))
    .orderBy(desc(productSales.unidades), asc(productSales.produto_id))
    .limit(BEST_SELLERS)
    .as('best');
  return db
    .select({ id: products.id, nome: products.nome, unidades: best.unidades })
    .from(best)
    .innerJoin(products, and(eq(products.usuario_id, PREPARED_SELLER), eq(products.id, best.produto_id)))
    .orderBy(desc(best.unidades), asc(best.produto_id));
};

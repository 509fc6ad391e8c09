import type { Database } from '@esteira/db/database';
import { total } from '@esteira/db/expressions';
import { dailyProducts, NO_ID, productSales } from '@esteira/db/schema/orders/order-summaries';
import { products } from '@esteira/db/schema/products/products';
import type { BestSellers } from '@esteira/validators/dashboards/dashboard-totals';
import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { isTheirs, type Whose } from '../period/day-sums';

const BEST_SELLERS = 5;

/** The products with the most units of all time, with the months whose units sum to theirs. */
export async function getBestSellers(db: Database, whose: Whose): Promise<BestSellers> {
  const best = await selectBestSellers(db, whose);
  const { produto_id, dia } = dailyProducts;
  const mes = sql<string>`to_char(${dia}, 'YYYY-MM')`;
  const unidades = total(dailyProducts.unidades);
  const ids = best.map(({ id }) => id);
  const months = await db
    .select({ id: produto_id, mes, unidades })
    .from(dailyProducts)
    .where(and(isTheirs(dailyProducts, whose), inArray(produto_id, ids)))
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
export const selectBestSellers = (db: Database, whose: Whose) => {
  const sold = whose.conta_id === undefined ? productSales : sumUnits(db, whose);
  const best = db
    .select({ produto_id: sold.produto_id, unidades: sold.unidades })
    .from(sold)
    .where(and(eq(sold.usuario_id, whose.usuarioId), sql`${sold.unidades} > 0`))
    .orderBy(desc(sold.unidades), asc(sold.produto_id))
    .limit(BEST_SELLERS)
    .as('best');
  return db
    .select({ id: products.id, nome: products.nome, unidades: best.unidades })
    .from(best)
    .innerJoin(products, and(eq(products.usuario_id, whose.usuarioId), eq(products.id, best.produto_id)))
    .orderBy(desc(best.unidades), asc(best.produto_id));
};

/** The same of one account, which the units of all time do not know. */
function sumUnits(db: Database, whose: Whose) {
  const { usuario_id, produto_id, unidades } = dailyProducts;
  return db
    .select({ usuario_id, produto_id, unidades: total(unidades).as('unidades') })
    .from(dailyProducts)
    .where(and(isTheirs(dailyProducts, whose), ne(produto_id, NO_ID)))
    .groupBy(usuario_id, produto_id)
    .as('vendas');
}

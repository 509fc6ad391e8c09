import { type Database, preparedOnce } from '@esteira/db/database';
import { orderSummaries, productSales } from '@esteira/db/schema/order-summaries';
import { products } from '@esteira/db/schema/products';
import { lastMonths } from '@esteira/domain/calendar';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { fromCents, toCents } from '@esteira/domain/money';
import type { DashboardStats, LowStockProduct } from '@esteira/validators/dashboard';
import { and, asc, count, desc, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';

const MONTHS_SHOWN = 12;
const BEST_SELLERS = 5;

/** A month's orders of one marketplace; amounts in reais. */
interface Summary {
  mes: string;
  marketplace: Marketplace;
  pedidos: number;
  pendentes: number;
  receita: number;
  lucro: number;
}

/** The seller's figures, exact as of now; cancelled orders count nowhere. */
export async function getDashboardStats(deps: Deps, usuarioId: string): Promise<DashboardStats> {
  const [summaries, produtos_mais_vendidos, low] = await Promise.all([
    preparedOnce(deps.db, 'dashboard_summaries', selectSummaries).execute({ usuarioId }),
    preparedOnce(deps.db, 'dashboard_best_sellers', selectBestSellers).execute({ usuarioId }),
    preparedOnce(deps.db, 'dashboard_low_stock', selectLowStockCount).execute({ usuarioId }),
  ]);
  const countOf = (marketplace: Marketplace) =>
    countOrders(summaries.filter((row) => row.marketplace === marketplace));
  const total_vendas_ml = countOf('mercadolivre');
  const total_vendas_amazon = countOf('amazon');
  return {
    total_vendas: total_vendas_ml + total_vendas_amazon,
    total_vendas_ml,
    total_vendas_amazon,
    receita_total: sumReais(summaries.map((row) => row.receita)),
    lucro_total: sumReais(summaries.map((row) => row.lucro)),
    pedidos_pendentes: summaries.reduce((sum, { pendentes }) => sum + pendentes, 0),
    vendas_mes: lastMonths(deps.clock(), MONTHS_SHOWN).map((mes) => ({
      mes,
      vendas: countOrders(summaries.filter((row) => row.mes === mes)),
    })),
    produtos_mais_vendidos,
    vendas_por_marketplace: { mercadolivre: total_vendas_ml, amazon: total_vendas_amazon },
    produtos_estoque_baixo: low[0]?.total ?? 0,
  };
}

/** The products that are running out, the emptiest first. */
export async function listLowStock(db: Database, usuarioId: string): Promise<LowStockProduct[]> {
  return db
    .select({ id: products.id, nome: products.nome, sku: products.sku, estoque: products.estoque })
    .from(products)
    .where(isLowInStock(sql`${usuarioId}::uuid`))
    .orderBy(asc(products.estoque_baixo), desc(products.id))
    .limit(100);
}

/** Added up here, because a year has 24 rows then instead of more than a hundred that were to be sent and read. */
const selectSummaries = (db: Database, name: string) =>
  db
    .select({
      mes: orderSummaries.mes,
      marketplace: orderSummaries.marketplace,
      pedidos: sql<number>`sum(${orderSummaries.pedidos})::int`,
      pendentes: sql<number>`coalesce(sum(${orderSummaries.pedidos}) FILTER (WHERE ${orderSummaries.status} = 'pendente'), 0)::int`,
      receita: sql`sum(${orderSummaries.receita})::bigint`.mapWith(orderSummaries.receita),
      lucro: sql`sum(${orderSummaries.lucro})::bigint`.mapWith(orderSummaries.lucro),
    })
    .from(orderSummaries)
    .where(
      and(
        eq(orderSummaries.usuario_id, sql.placeholder('usuarioId')),
        ne(orderSummaries.status, 'cancelado'),
      ),
    )
    .groupBy(orderSummaries.mes, orderSummaries.marketplace)
    .prepare(name);

/** The best are chosen before their names are looked up, in the order of their index: a large catalogue costs no more. */
const selectBestSellers = (db: Database, name: string) => {
  const best = db
    .select({ produto_id: productSales.produto_id, unidades: productSales.unidades })
    .from(productSales)
    .where(and(eq(productSales.usuario_id, sql.placeholder('usuarioId')), gt(productSales.unidades, 0)))
    .orderBy(desc(productSales.unidades), asc(productSales.produto_id))
    .limit(BEST_SELLERS)
    .as('best');
  return db
    .select({ nome: products.nome, vendas: best.unidades })
    .from(best)
    .innerJoin(
      products,
      and(eq(products.usuario_id, sql.placeholder('usuarioId')), eq(products.id, best.produto_id)),
    )
    .orderBy(desc(best.unidades), asc(best.produto_id))
    .prepare(name);
};

const selectLowStockCount = (db: Database, name: string) =>
  db
    .select({ total: count() })
    .from(products)
    .where(isLowInStock(sql`${sql.placeholder('usuarioId')}`))
    .prepare(name);

const isLowInStock = (usuarioId: ReturnType<typeof sql>) =>
  and(eq(products.usuario_id, usuarioId), isNotNull(products.estoque_baixo), isNull(products.excluido_em));

function countOrders(rows: readonly Summary[]): number {
  return rows.reduce((sum, row) => sum + row.pedidos, 0);
}

function sumReais(amounts: readonly number[]): number {
  return fromCents(amounts.reduce((sum, amount) => sum + toCents(amount), 0));
}

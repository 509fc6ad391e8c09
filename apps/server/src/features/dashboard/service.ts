import { type Database, preparedOnce } from '@esteira/db/database';
import { products } from '@esteira/db/schema/products';
import { lastMonths } from '@esteira/domain/calendar';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { fromCents, toCents } from '@esteira/domain/money';
import type { DashboardStats, LowStockProduct } from '@esteira/validators/dashboard';
import { and, asc, count, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { listBestSellers } from './totals/best-sellers';
import { listMonthTotals, type MonthTotal } from './totals/months';

const MONTHS_SHOWN = 12;

/** The seller's figures, exact as of now; cancelled orders count nowhere. */
export async function getDashboardStats(deps: Deps, usuarioId: string): Promise<DashboardStats> {
  const [summaries, best, low] = await Promise.all([
    listMonthTotals(deps.db, usuarioId),
    listBestSellers(deps.db, usuarioId),
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
    produtos_mais_vendidos: best.map(({ nome, unidades }) => ({ nome, vendas: unidades })),
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

const selectLowStockCount = (db: Database, name: string) =>
  db
    .select({ total: count() })
    .from(products)
    .where(isLowInStock(sql`${sql.placeholder('usuarioId')}`))
    .prepare(name);

const isLowInStock = (usuarioId: ReturnType<typeof sql>) =>
  and(eq(products.usuario_id, usuarioId), isNotNull(products.estoque_baixo), isNull(products.excluido_em));

function countOrders(rows: readonly MonthTotal[]): number {
  return rows.reduce((sum, { vendas }) => sum + vendas, 0);
}

function sumReais(amounts: readonly number[]): number {
  return fromCents(amounts.reduce((sum, amount) => sum + toCents(amount), 0));
}

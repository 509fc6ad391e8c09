import { readAtOneMoment } from '@esteira/db/database';
import { lastMonths } from '@esteira/domain/calendar';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { fromCents, toCents } from '@esteira/domain/money';
import type { DashboardStats } from '@esteira/validators/dashboards/dashboard';
import type { Deps } from '../../core/context';
import { countLowStock } from './low-stock';
import type { Whose } from './period/day-sums';
import { selectBestSellers } from './totals/best-sellers';
import { listMonths, type MonthTotal } from './totals/months';

const MONTHS_SHOWN = 12;

/** Figures of all time, exact as of now; cancelled orders count nowhere. Products have no account: those with low stock are the seller's. */
export async function getDashboardStats(deps: Deps, whose: Whose): Promise<DashboardStats> {
  const { months, best, lowStock } = await readAtOneMoment(deps.db, async (tx) => ({
    months: await listMonths(tx, whose),
    best: await selectBestSellers(tx, whose),
    lowStock: await countLowStock(tx, whose.usuarioId),
  }));
  const countOf = (marketplace: Marketplace) =>
    countOrders(months.filter((row) => row.marketplace === marketplace));
  const total_vendas_ml = countOf('mercadolivre');
  const total_vendas_amazon = countOf('amazon');
  return {
    total_vendas: total_vendas_ml + total_vendas_amazon,
    total_vendas_ml,
    total_vendas_amazon,
    receita_total: sumReais(months.map((row) => row.receita)),
    lucro_total: sumReais(months.map((row) => row.lucro)),
    pedidos_pendentes: months.reduce((sum, { pendentes }) => sum + pendentes, 0),
    vendas_mes: lastMonths(deps.clock(), MONTHS_SHOWN).map((mes) => ({
      mes,
      vendas: countOrders(months.filter((row) => row.mes === mes)),
    })),
    produtos_mais_vendidos: best.map(({ nome, unidades }) => ({ nome, vendas: unidades })),
    vendas_por_marketplace: { mercadolivre: total_vendas_ml, amazon: total_vendas_amazon },
    produtos_estoque_baixo: lowStock,
  };
}

function countOrders(rows: readonly MonthTotal[]): number {
  return rows.reduce((sum, { vendas }) => sum + vendas, 0);
}

function sumReais(amounts: readonly number[]): number {
  return fromCents(amounts.reduce((sum, amount) => sum + toCents(amount), 0));
}

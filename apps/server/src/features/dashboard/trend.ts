import { type Database, preparedOnce } from '@esteira/db/database';
import { orderSummaries } from '@esteira/db/schema/order-summaries';
import { lastMonths } from '@esteira/domain/calendar';
import { fromCents, toCents } from '@esteira/domain/money';
import type { DashboardTrend, MonthFigures } from '@esteira/validators/dashboard';
import { and, eq, gte, ne, sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';

/** This month and the one before it; cancelled orders count nowhere. */
export async function getDashboardTrend(deps: Deps, usuarioId: string): Promise<DashboardTrend> {
  const [previous = '', current = ''] = lastMonths(deps.clock(), 2);
  const rows = await preparedOnce(deps.db, 'dashboard_trend', selectSummariesSince).execute({
    usuarioId,
    mes: previous,
  });
  const getFigures = (mes: string): MonthFigures => {
    const ofMonth = rows.filter((row) => row.mes === mes);
    return {
      mes,
      vendas: ofMonth.reduce((sum, row) => sum + row.pedidos, 0),
      receita: fromCents(ofMonth.reduce((sum, row) => sum + toCents(row.receita), 0)),
      lucro: fromCents(ofMonth.reduce((sum, row) => sum + toCents(row.lucro), 0)),
    };
  };
  return { atual: getFigures(current), anterior: getFigures(previous) };
}

const selectSummariesSince = (db: Database, name: string) =>
  db
    .select({
      mes: orderSummaries.mes,
      pedidos: orderSummaries.pedidos,
      receita: orderSummaries.receita,
      lucro: orderSummaries.lucro,
    })
    .from(orderSummaries)
    .where(
      and(
        eq(orderSummaries.usuario_id, sql.placeholder('usuarioId')),
        gte(orderSummaries.mes, sql.placeholder('mes')),
        ne(orderSummaries.status, 'cancelado'),
      ),
    )
    .prepare(name);

import { type Database, preparedOnce } from '@esteira/db/database';
import { dailySummaries } from '@esteira/db/schema/orders/order-summaries';
import { spanOfPreviousMonth, toDay, toMonth } from '@esteira/domain/calendar';
import { fromCents } from '@esteira/domain/money';
import { getMonthSpan } from '@esteira/domain/report-period';
import type { DashboardTrend } from '@esteira/validators/dashboards/dashboard';
import { and, between, eq, ne, sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { sumSpan } from './period/sum-span';

/**
 * This month so far against the same span of the month before (docs/product-rules/dashboard.md#same-span-before). Whole months
 * and days have a summary; the part of a day is summed from its orders.
 */
export async function getDashboardTrend(deps: Deps, usuarioId: string): Promise<DashboardTrend> {
  const now = deps.clock();
  const { from, to } = spanOfPreviousMonth(now);
  const mes = toMonth(now);
  const [[current = NOTHING], previous, [left]] = await Promise.all([
    preparedOnce(deps.db, 'dashboard_month', selectMonth).execute({ usuarioId, ...getMonthSpan(mes) }),
    sumSpan(deps.db, usuarioId, { de: toDay(from), ate: toDay(to), momento: to }),
    preparedOnce(deps.db, 'dashboard_cancelled', selectCancelled).execute({ usuarioId }),
  ]);
  return {
    atual: { mes, ...current },
    anterior: {
      mes: toMonth(from),
      vendas: previous.vendas,
      receita: fromCents(previous.receita),
      lucro: fromCents(previous.lucro),
      ate: to.toISOString(),
    },
    cancelados: left?.cancelados ?? 0,
  };
}

const NOTHING = { vendas: 0, receita: 0, lucro: 0 };

const selectMonth = (db: Database, name: string) =>
  db
    .select({
      vendas: sql`coalesce(sum(${dailySummaries.pedidos}), 0)`.mapWith(Number),
      receita: sql`coalesce(sum(${dailySummaries.receita}), 0)`.mapWith(dailySummaries.receita),
      lucro: sql`coalesce(sum(${dailySummaries.lucro}), 0)`.mapWith(dailySummaries.lucro),
    })
    .from(dailySummaries)
    .where(
      and(
        eq(dailySummaries.usuario_id, sql.placeholder('usuarioId')),
        between(dailySummaries.dia, sql.placeholder('de'), sql.placeholder('ate')),
        ne(dailySummaries.status, 'cancelado'),
      ),
    )
    .prepare(name);

const selectCancelled = (db: Database, name: string) =>
  db
    .select({ cancelados: sql`coalesce(sum(${dailySummaries.pedidos}), 0)`.mapWith(Number) })
    .from(dailySummaries)
    .where(
      and(
        eq(dailySummaries.usuario_id, sql.placeholder('usuarioId')),
        eq(dailySummaries.status, 'cancelado'),
      ),
    )
    .prepare(name);

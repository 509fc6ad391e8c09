import { type Database, preparedOnce, readAtOneMoment } from '@esteira/db/database';
import { total } from '@esteira/db/expressions';
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
    readAtOneMoment(deps.db, (tx) =>
      sumSpan(tx, usuarioId, { de: toDay(from), ate: toDay(to), momento: to }),
    ),
    preparedOnce(deps.db, 'dashboard_cancelled', selectCancelled).execute({ usuarioId }),
  ]);
  return {
    atual: { mes, ...toReais(current) },
    anterior: {
      mes: toMonth(from),
      ...toReais(previous),
      ate: to.toISOString(),
    },
    cancelados: left?.cancelados ?? 0,
  };
}

const NOTHING = { vendas: 0, receita: 0, lucro: 0 };

const toReais = ({ vendas, receita, lucro }: typeof NOTHING) => ({
  ...{ vendas, receita: fromCents(receita), lucro: fromCents(lucro) },
});

const selectMonth = (db: Database, name: string) =>
  db
    .select({
      vendas: total(dailySummaries.pedidos),
      receita: total(dailySummaries.receita),
      lucro: total(dailySummaries.lucro),
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
    .select({ cancelados: total(dailySummaries.pedidos) })
    .from(dailySummaries)
    .where(
      and(
        eq(dailySummaries.usuario_id, sql.placeholder('usuarioId')),
        eq(dailySummaries.status, 'cancelado'),
      ),
    )
    .prepare(name);

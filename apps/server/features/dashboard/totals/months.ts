import { type Database, preparedOnce } from '@esteira/db/database';
import { dailySummaries } from '@esteira/db/schema/orders/order-summaries';
import type { MonthTotals } from '@esteira/validators/dashboards/dashboard-totals';
import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import { PREPARED_SELLER } from '../../../core/ids';

/** A month's orders of one marketplace; amounts in reais. */
export type MonthTotal = MonthTotals['meses'][number];

/** The months that the figures of all time are the sums of; cancelled orders count nowhere, nor months without others. */
export async function getMonthTotals(db: Database, usuarioId: string): Promise<MonthTotals> {
  const meses = await preparedOnce(db, 'dashboard_summaries', (pool, name) =>
    selectMonths(pool).prepare(name),
  ).execute({ usuarioId });
  return { meses: meses.filter(({ vendas }) => vendas > 0) };
}

const MONTH = sql<string>`to_char(${dailySummaries.dia}, 'YYYY-MM')`;

/**
 * The months of the seller `usuarioId`, newest first. Added up by month and not in all, because a year has 24 rows then
 * instead of more than a hundred that were to be sent.
 */
export const selectMonths = (db: Database) =>
  db
    .select({
      mes: MONTH.as('mes'),
      marketplace: dailySummaries.marketplace,
      vendas: sql<number>`sum(${dailySummaries.pedidos})::int`.as('vendas'),
      pendentes:
        sql<number>`coalesce(sum(${dailySummaries.pedidos}) FILTER (WHERE ${dailySummaries.status} = 'pendente'), 0)::int`.as(
          'pendentes',
        ),
      receita: sql`sum(${dailySummaries.receita})::bigint`.mapWith(dailySummaries.receita).as('receita'),
      lucro: sql`sum(${dailySummaries.lucro})::bigint`.mapWith(dailySummaries.lucro).as('lucro'),
    })
    .from(dailySummaries)
    .where(and(eq(dailySummaries.usuario_id, PREPARED_SELLER), ne(dailySummaries.status, 'cancelado')))
    .groupBy(MONTH, dailySummaries.marketplace)
    .orderBy(desc(MONTH), asc(dailySummaries.marketplace));

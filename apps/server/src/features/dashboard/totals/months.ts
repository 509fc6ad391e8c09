import { type Database, preparedOnce } from '@esteira/db/database';
import { orderSummaries } from '@esteira/db/schema/orders/order-summaries';
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

/**
 * The months of the seller `usuarioId`, newest first. Added up by month and not in all, because a year has 24 rows then
 * instead of more than a hundred that were to be sent.
 */
export const selectMonths = (db: Database) =>
  db
    .select({
      mes: orderSummaries.mes,
      marketplace: orderSummaries.marketplace,
      vendas: sql<number>`sum(${orderSummaries.pedidos})::int`.as('vendas'),
      pendentes:
        sql<number>`coalesce(sum(${orderSummaries.pedidos}) FILTER (WHERE ${orderSummaries.status} = 'pendente'), 0)::int`.as(
          'pendentes',
        ),
      receita: sql`sum(${orderSummaries.receita})::bigint`.mapWith(orderSummaries.receita).as('receita'),
      lucro: sql`sum(${orderSummaries.lucro})::bigint`.mapWith(orderSummaries.lucro).as('lucro'),
    })
    .from(orderSummaries)
    .where(and(eq(orderSummaries.usuario_id, PREPARED_SELLER), ne(orderSummaries.status, 'cancelado')))
    .groupBy(orderSummaries.mes, orderSummaries.marketplace)
    .orderBy(desc(orderSummaries.mes), asc(orderSummaries.marketplace));

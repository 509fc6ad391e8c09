import { type Database, preparedOnce } from '@esteira/db/database';
import { orderSummaries } from '@esteira/db/schema/order-summaries';
import type { MonthTotals } from '@esteira/validators/dashboard-totals';
import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';

/** A month's orders of one marketplace; amounts in reais. */
export type MonthTotal = MonthTotals['meses'][number];

/** The months that the figures of all time are the sums of, newest first; cancelled orders count nowhere. */
export async function listMonthTotals(db: Database, usuarioId: string): Promise<MonthTotal[]> {
  return preparedOnce(db, 'dashboard_summaries', selectMonths).execute({ usuarioId });
}

/** The same without months of which nothing is left. */
export async function getMonthTotals(db: Database, usuarioId: string): Promise<MonthTotals> {
  const meses = await listMonthTotals(db, usuarioId);
  return { meses: meses.filter(({ vendas }) => vendas > 0) };
}

/** Added up by month and not in all, because a year has 24 rows then instead of more than a hundred that were to be sent. */
const selectMonths = (db: Database, name: string) =>
  db
    .select({
      mes: orderSummaries.mes,
      marketplace: orderSummaries.marketplace,
      vendas: sql<number>`sum(${orderSummaries.pedidos})::int`,
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
    .orderBy(desc(orderSummaries.mes), asc(orderSummaries.marketplace))
    .prepare(name);

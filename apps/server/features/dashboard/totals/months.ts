import type { Database } from '@esteira/db/database';
import { total } from '@esteira/db/expressions';
import { dailySummaries } from '@esteira/db/schema/orders/order-summaries';
import { fromCents } from '@esteira/domain/money';
import type { MonthTotals } from '@esteira/validators/dashboards/dashboard-totals';
import { and, asc, desc, eq, gt, ne, sql } from 'drizzle-orm';
import { isTheirs, type Whose } from '../period/day-sums';

/** A month's orders of one marketplace; amounts in reais. */
export type MonthTotal = MonthTotals['meses'][number];

const MONTH = sql<string>`to_char(${dailySummaries.dia}, 'YYYY-MM')`;

/**
 * The months that the figures of all time are the sums of, newest first; cancelled orders count nowhere, nor months
 * without others.
 */
export async function listMonths(db: Database, whose: Whose): Promise<MonthTotal[]> {
  const { marketplace, status, pedidos, receita, lucro } = dailySummaries;
  const months = await db
    .select({
      mes: MONTH,
      marketplace,
      vendas: total(pedidos),
      pendentes: total(pedidos, eq(status, 'pendente')),
      receita: total(receita),
      lucro: total(lucro),
    })
    .from(dailySummaries)
    .where(and(isTheirs(dailySummaries, whose), ne(status, 'cancelado')))
    .groupBy(MONTH, marketplace)
    .having(gt(total(pedidos), 0))
    .orderBy(desc(MONTH), asc(marketplace));
  return months.map((row) => ({ ...row, receita: fromCents(row.receita), lucro: fromCents(row.lucro) }));
}

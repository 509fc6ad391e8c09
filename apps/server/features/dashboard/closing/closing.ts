import type { Database } from '@esteira/db/database';
import { total } from '@esteira/db/expressions';
import { dailySummaries } from '@esteira/db/schema/orders/order-summaries';
import { toDay } from '@esteira/domain/calendar';
import type { DaySpan } from '@esteira/domain/days';
import { fromCents } from '@esteira/domain/money';
import { getMonthSpan } from '@esteira/domain/report-period';
import type { MonthClosing } from '@esteira/validators/dashboards/month-closing';
import { and, between, eq } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { getDashboardPeriod } from '../period/period';

/** A month's figures, from the same sums as the dashboard's. */
export async function getMonthClosing(
  deps: Pick<Deps, 'db' | 'clock'>,
  usuarioId: string,
  mes: string,
): Promise<MonthClosing> {
  const span = getMonthSpan(mes);
  const [period, cancelados] = await Promise.all([
    getDashboardPeriod(deps, usuarioId, span),
    sumCancelled(deps.db, usuarioId, span),
  ]);
  const { total, custos, marketplaces, produtos, fornecedores } = period;
  const encerrado = span.ate < toDay(deps.clock());
  return { mes, ...span, encerrado, total, custos, marketplaces, produtos, fornecedores, cancelados };
}

/** The orders of a span that were cancelled, and what they had been sold for, in reais. */
export async function sumCancelled(db: Database, usuarioId: string, { de, ate }: DaySpan) {
  const { usuario_id, dia, status, pedidos, receita } = dailySummaries;
  const [row] = await db
    .select({ pedidos: total(pedidos), receita: total(receita) })
    .from(dailySummaries)
    .where(and(eq(usuario_id, usuarioId), between(dia, de, ate), eq(status, 'cancelado')));
  return { pedidos: row?.pedidos ?? 0, receita: fromCents(row?.receita ?? 0) };
}

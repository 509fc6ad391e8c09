import { type Database, queryRows } from '@esteira/db/database';
import { toDay } from '@esteira/domain/calendar';
import type { DaySpan } from '@esteira/domain/days';
import { fromCents } from '@esteira/domain/money';
import { getMonthSpan } from '@esteira/domain/report-period';
import type { MonthClosing } from '@esteira/validators/dashboards/month-closing';
import { sql } from 'drizzle-orm';
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

async function sumCancelled(db: Database, usuarioId: string, { de, ate }: DaySpan) {
  const [row] = await queryRows<{ pedidos: string; receita: string }>(
    db,
    sql`SELECT coalesce(sum(pedidos), 0)::text AS pedidos, coalesce(sum(receita), 0)::text AS receita
        FROM resumo_diario WHERE usuario_id = ${usuarioId}::uuid AND dia BETWEEN ${de}::date AND ${ate}::date
          AND status = 'cancelado'`,
  );
  return { pedidos: Number(row?.pedidos ?? 0), receita: fromCents(Number(row?.receita ?? 0)) };
}

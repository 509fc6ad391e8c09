import { readAtOneMoment } from '@esteira/db/database';
import { spanOfPreviousMonth, toDay, toMonth } from '@esteira/domain/calendar';
import { FIRST_DAY, LAST_DAY } from '@esteira/domain/days';
import { fromCents } from '@esteira/domain/money';
import { getMonthSpan } from '@esteira/domain/report-period';
import type { DashboardTrend } from '@esteira/validators/dashboards/dashboard';
import type { Deps } from '../../core/context';
import { sumCancelled } from './closing/closing';
import type { DaySums } from './period/day-sums';
import { sumSpan } from './period/sum-span';

/**
 * This month so far against the same span of the month before (docs/product-rules/dashboard.md#same-span-before). Whole months
 * and days have a summary; the part of a day is summed from its orders.
 */
export async function getDashboardTrend({ db, clock }: Deps, usuarioId: string): Promise<DashboardTrend> {
  const now = clock();
  const { from, to } = spanOfPreviousMonth(now);
  const mes = toMonth(now);
  return readAtOneMoment(db, async (tx) => ({
    atual: { mes, ...toReais(await sumSpan(tx, usuarioId, { ...getMonthSpan(mes), momento: null })) },
    anterior: {
      mes: toMonth(from),
      ...toReais(await sumSpan(tx, usuarioId, { de: toDay(from), ate: toDay(to), momento: to })),
      ate: to.toISOString(),
    },
    cancelados: (await sumCancelled(tx, usuarioId, { de: FIRST_DAY, ate: LAST_DAY })).pedidos,
  }));
}

const toReais = ({ vendas, receita, lucro }: DaySums) => ({
  ...{ vendas, receita: fromCents(receita), lucro: fromCents(lucro) },
});

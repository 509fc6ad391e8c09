import type { DaySpan } from '@esteira/domain/days';
import type { DashboardPeriod, PeriodFigures } from '@esteira/validators/dashboards/dashboard-period';
import { formatDay, formatDayMonth } from '../../../lib/format/day';
import { formatCount } from '../../../lib/format/figures';

/** '01/11 a 21/11/2026', or one day alone. */
export function formatSpan({ de, ate }: DaySpan): string {
  if (de === ate) return formatDay(de);
  const first = de.slice(0, 4) === ate.slice(0, 4) ? formatDayMonth(de) : formatDay(de);
  return `${first} a ${formatDay(ate)}`;
}

/** A part of the chart: '21/11', '15/11 a 21/11' or, across years, with them. */
export function formatPart({ de, ate }: DaySpan): string {
  return de === ate ? formatDayMonth(de) : formatSpan({ de, ate }).replace(/\/\d{4}$/, '');
}

/** '01/11 a 21/11/2026, comparado com 01/10 a 21/10/2026 até a mesma hora' */
export function describeSpans({ anterior, ...span }: DashboardPeriod): string {
  const until = anterior.momento === null ? '' : ' até a mesma hora';
  return `${formatSpan(span)}, comparado com ${formatSpan(anterior)}${until}`;
}

/** How a figure changed, in percent: '+50%', '−3%' or '0%'; null with nothing to compare with. */
export function describeChange(now: number | null, before: number | null): string | null {
  if (now === null || before === null || before <= 0) return null;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent > 0) return `+${formatCount(percent)}%`;
  return percent < 0 ? `−${formatCount(-percent)}%` : '0%';
}

/** What the net value is of: an estimate, what was charged, or both. */
export function describeNet({ vendas, calculados, cobrados }: PeriodFigures): string {
  if (vendas === 0) return 'Sem vendas no período';
  if (calculados === 0) return 'Nenhum pedido tem todos os custos conhecidos';
  const state = cobrados === 0 ? 'estimado' : cobrados === calculados ? 'cobrado' : 'em parte cobrado';
  const known =
    calculados === vendas
      ? 'todos os pedidos'
      : `${formatCount(calculados)} de ${formatCount(vendas)} pedidos`;
  return `${state}, de ${known}`;
}

/** Whether both periods know all costs of their orders: else their net values are no match. */
export const hasLikeNet = ({ total, anterior }: Pick<DashboardPeriod, 'total' | 'anterior'>) =>
  total.calculados === total.vendas && anterior.total.calculados === anterior.total.vendas;

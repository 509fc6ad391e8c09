import { SAO_PAULO } from '@esteira/domain/calendar';
import type { DashboardTrend } from '@esteira/validators/dashboards/dashboard';

export interface MonthChange {
  direction: 'up' | 'down' | 'same';
  /** '+50%' */
  text: string;
}

/** This month so far against the same span of the month before, in percent; null with nothing to compare with. */
export function monthChange(
  { atual, anterior }: DashboardTrend,
  figure: 'vendas' | 'receita' | 'lucro',
): MonthChange | null {
  const before = anterior[figure];
  if (before <= 0) return null;
  const percent = Math.round(((atual[figure] - before) / before) * 100);
  if (percent > 0) return { direction: 'up', text: `+${percent}%` };
  if (percent < 0) return { direction: 'down', text: `−${-percent}%` };
  return { direction: 'same', text: '0%' };
}

const monthName = new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: SAO_PAULO });
const dayNumber = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', timeZone: SAO_PAULO });

/** 'novembro' from '2026-11'. */
export function toMonthName(mes: string): string {
  return monthName.format(new Date(`${mes}-15T12:00:00Z`));
}

/** '1–21 de outubro' for a span that ends on the 21st, '1º de outubro' for one that ends on the first. */
export function toSpanName(ate: string): string {
  const end = new Date(ate);
  const day = dayNumber.format(end);
  return `${day === '1' ? '1º' : `1–${day}`} de ${monthName.format(end)}`;
}

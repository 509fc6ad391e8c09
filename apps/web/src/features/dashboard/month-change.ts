import type { DashboardTrend } from '@esteira/validators/dashboard';

export interface MonthChange {
  direction: 'up' | 'down' | 'same';
  /** '+50%' */
  text: string;
}

/** This month against the whole of the month before, in percent; null where there is nothing to compare with. */
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

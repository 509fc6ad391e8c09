import type { DashboardStats } from '@esteira/validators/dashboard';

/** This month's sales against the whole of the month before; null where there is nothing to compare with. */
export function salesTrend(months: DashboardStats['vendas_mes']): string | null {
  const current = months.at(-1);
  const previous = months.at(-2);
  if (!current || !previous || previous.vendas === 0) return null;
  const change = Math.round(((current.vendas - previous.vendas) / previous.vendas) * 100);
  const sign = change > 0 ? '+' : change < 0 ? '−' : '';
  return `${sign}${Math.abs(change)}% em relação ao mês anterior`;
}

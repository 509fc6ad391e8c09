/** How many sales in a month fill the bar (spec §9). */
const FULL_BAR = 50;

/** A month's bar, in percent of the full width (spec §9, decisions §9). */
export function barWidth(vendas: number): number {
  return Math.min(100, (vendas / FULL_BAR) * 100);
}

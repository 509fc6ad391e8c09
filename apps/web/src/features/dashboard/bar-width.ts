/** How many sales in a month fill the bar (docs/product-rules.md#sales-per-month). */
const FULL_BAR = 50;

/** A month's bar, in percent of the full width. */
export function barWidth(vendas: number): number {
  return Math.min(100, (vendas / FULL_BAR) * 100);
}

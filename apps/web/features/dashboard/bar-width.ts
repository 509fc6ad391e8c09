/** So few sales in the largest month leave its bar short (docs/product-rules/dashboard.md#sales-per-month). */
const FULL_BAR = 50;

/** A month's bar, in percent of the full width, beside the month with the most sales. */
export function barWidth(vendas: number, largest: number): number {
  return (vendas / Math.max(FULL_BAR, largest)) * 100;
}

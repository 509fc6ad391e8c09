const percent = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat('pt-BR');

/** '58,3%' from 58.3. */
export function formatPercent(value: number): string {
  return `${percent.format(value)}%`;
}

/** '1.234' */
export function formatCount(value: number): string {
  return whole.format(value);
}

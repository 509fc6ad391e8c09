const percent = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat('pt-BR');
const size = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** '58,3%' from 58.3. */
export function formatPercent(value: number): string {
  return `${withMinus(percent.format(value))}%`;
}

/** '1.234' */
export function formatCount(value: number): string {
  return withMinus(whole.format(value));
}

/** A minus sign (U+2212) in the place of the hyphen that `Intl` writes. */
const withMinus = (text: string) => text.replace('-', '−');

/** '512 bytes', '12,4 KB' or '3,1 MB' */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 * 1024 ? `${size.format(bytes / 1024)} KB` : `${size.format(bytes / (1024 * 1024))} MB`;
}

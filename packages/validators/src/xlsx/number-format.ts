import { DAY_MS } from '@esteira/domain/durations';

/** How a number is shown: as a day, as a part of a hundred, or with so many decimals; null: as it is. */
export type NumberFormat = 'date' | 'percent' | number | null;

/** Formats that a file need not describe (ECMA-376, part 1, 18.8.30). */
const BUILT_IN: ReadonlyMap<number, NumberFormat> = new Map<number, NumberFormat>([
  ...[1, 3, 37, 38].map((id) => [id, 0] as const),
  ...[2, 4, 7, 8, 39, 40, 43, 44].map((id) => [id, 2] as const),
  ...[5, 6, 41, 42].map((id) => [id, 0] as const),
  ...[9, 10].map((id) => [id, 'percent'] as const),
  ...[14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47].map((id) => [id, 'date'] as const),
]);

export function getBuiltInFormat(id: number): NumberFormat {
  return BUILT_IN.get(id) ?? null;
}

/** Reads a format of the file's own, such as `"R$"\ #,##0.00` or `dd/mm/yyyy`. */
export function parseNumberFormat(code: string): NumberFormat {
  const [positive = ''] = code.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '').split(';');
  if (/general|@/i.test(positive)) return null;
  if (/[dmyhs]/i.test(positive)) return 'date';
  if (positive.includes('%')) return 'percent';
  if (!/[0#?]/.test(positive)) return null;
  return /\.([0#?]+)/.exec(positive)?.[1]?.length ?? 0;
}

const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

/**
 * Writes a number as the cell shows it to a Brazilian: `59,90` where it is shown with two decimals, `21/11/2026` where
 * it is a day. What has no format, or is shown without its decimals, keeps all of them.
 */
export function formatCellNumber(value: number, format: NumberFormat, is1904: boolean): string {
  if (!Number.isFinite(value)) return String(value);
  if (format === 'date') return formatDays(value, is1904);
  if (format === 'percent') return `${toText(Number((value * 100).toPrecision(15)))}%`;
  // What a formula calculated is meant as it is shown; whole units are never made of parts.
  if (typeof format === 'number' && format >= 2) return toText(Number(value.toFixed(format)));
  return toText(Number(value.toPrecision(15)));
}

/** With a decimal comma. Three decimals get a fourth: `1,234` alone could also be a thousand and more. */
function toText(value: number): string {
  const text = Number.isInteger(value) && Math.abs(value) < 1e21 ? BigInt(value).toString() : String(value);
  return text.replace('.', ',').replace(/,(\d{3})$/, ',$10');
}

function formatDays(days: number, is1904: boolean): string {
  const moment = new Date((is1904 ? EPOCH_1904 : EPOCH_1900) + Math.round(days * DAY_MS));
  if (Number.isNaN(moment.getTime())) return String(days);
  const [date = '', time = ''] = moment.toISOString().split('T');
  const day = date.split('-').reverse().join('/');
  return days % 1 === 0 ? day : `${day} ${time.slice(0, 5)}`;
}

import { DAY_MS } from '@esteira/domain/durations';
import { format, getFormatFromId, round } from 'numfmt';

/** How a cell shows a number. */
export interface CellFormat {
  /** The format as the file writes it, such as `"SKU-"0000`; null: General. */
  code: string | null;
  /** What it says of an amount. */
  amount: NumberFormat;
}

/** How an amount is shown: as a day, as a part of a hundred, or with so many decimals; null: as it is. */
export type NumberFormat = 'date' | 'percent' | number | null;

/** Excel takes no longer format. */
const MAX_CODE_LENGTH = 255;
export const GENERAL: CellFormat = { code: null, amount: null };
/** What Excel shows in Brazil for the formats that follow the system's language. */
const BRAZILIAN: ReadonlyMap<number, string> = new Map([
  [14, 'dd/mm/yyyy'],
  [15, 'dd/mmm/yy'],
  [16, 'dd/mmm'],
  [17, 'mmm/yy'],
  [22, 'dd/mm/yyyy hh:mm'],
]);

/** Formats that a file need not describe (ECMA-376, part 1, 18.8.30). */
const BUILT_IN: ReadonlyMap<number, NumberFormat> = new Map<number, NumberFormat>([
  ...[1, 3, 37, 38].map((id) => [id, 0] as const),
  ...[2, 4, 7, 8, 39, 40, 43, 44].map((id) => [id, 2] as const),
  ...[5, 6, 41, 42].map((id) => [id, 0] as const),
  ...[9, 10].map((id) => [id, 'percent'] as const),
  ...[14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47].map((id) => [id, 'date'] as const),
]);

/** The format that a file names by its number only; General where there is none. */
export function getBuiltInFormat(id: number): CellFormat {
  const code = BRAZILIAN.get(id) ?? getFormatFromId(id);
  return code ? { code, amount: BUILT_IN.get(id) ?? null } : GENERAL;
}

/** Reads a format of the file's own, such as `"R$"\ #,##0.00` or `dd/mm/yyyy`. */
export function parseCellFormat(code: string): CellFormat {
  if (code.length > MAX_CODE_LENGTH || /^general$/i.test(code)) return GENERAL;
  return { code, amount: parseNumberFormat(code) };
}

function parseNumberFormat(code: string): NumberFormat {
  const [positive = ''] = code.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '').split(';');
  if (/general|@/i.test(positive)) return null;
  if (/[dmyhs]/i.test(positive)) return 'date';
  if (positive.includes('%')) return 'percent';
  if (!/[0#?]/.test(positive)) return null;
  return /\.([0#?]+)/.exec(positive)?.[1]?.length ?? 0;
}

const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

const SHOWN = { locale: 'pt-BR', nbsp: false, throws: true };
const DAYS_FROM_1900_TO_1904 = 1462;

/**
 * Writes what a cell shows of a number in Brazil: `00042`, `SKU-0017`, `1.234,50`, `21/11/2026`. All digits of a number
 * that has no format, or one with an exponent.
 */
export function showNumber(value: number, { code, amount }: CellFormat, is1904: boolean): string {
  const days = amount === 'date' && is1904 ? value + DAYS_FROM_1900_TO_1904 : value;
  const shown = code === null || code === '@' ? null : tryFormat(code, days);
  if (shown !== null && !/\dE[+-]?\d/i.test(shown)) return shown;
  return showText(formatAmountCell(value, GENERAL, is1904), { code, amount });
}

/** Writes what a cell shows of a text: most formats change nothing of it, `"SKU-"@` does. */
export function showText(text: string, { code }: CellFormat): string {
  if (code === null || code === '@' || !code.includes('@')) return text;
  return tryFormat(code, text) ?? text;
}

/** Null where the format is none that can be read. */
function tryFormat(code: string, value: number | string): string | null {
  try {
    return format(code, value, SHOWN).trim();
  } catch {
    return null;
  }
}

/**
 * Writes the number of a cell that holds an amount, as a Brazilian types it: `59,9`. It has the decimals of its format
 * where these are two or more, else all of its own; a day stays `21/11/2026` and a share `50%`, which are no amounts.
 */
export function formatAmountCell(value: number, { amount: format }: CellFormat, is1904: boolean): string {
  if (format === 'date') return formatDays(value, is1904);
  if (format === 'percent') return `${toText(Number((value * 100).toPrecision(15)))}%`;
  // What a formula calculated is meant as it is shown; whole units are never made of parts.
  if (typeof format === 'number' && format >= 2) return toText(round(value, format));
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

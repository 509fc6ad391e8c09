import { isDay } from '@esteira/domain/days';
import { toPlainText } from '@esteira/domain/text/plain-text';

/**
 * The value at a path of keys and indexes, undefined where the path ends early. Marketplaces leave fields out
 * and add others, so answers are read field by field instead of being believed as a whole.
 */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = Object.hasOwn(current, key) ? (current as Record<string | number, unknown>)[key] : undefined;
  }
  return current;
}

/**
 * Text at the path, as Esteira stores texts; a number is written out (ids come as either), empty text and anything else
 * is null.
 */
export function textAt(value: unknown, ...path: (string | number)[]): string | null {
  const found = at(value, ...path);
  if (typeof found === 'number' && Number.isFinite(found)) return String(found);
  return typeof found === 'string' ? toPlainText(found) || null : null;
}

/** Text of a buyer at the path; null also where the marketplace shows only a mask in its place (`XXXXXXX`, `****`). */
export function shownTextAt(value: unknown, ...path: (string | number)[]): string | null {
  const text = textAt(value, ...path);
  return text !== null && /^(?:[xX]{3,}|\*+)$/.test(text.replaceAll(' ', '')) ? null : text;
}

/** Number at the path; numeric text counts (amounts come as either), anything else is null. */
export function numberAt(value: unknown, ...path: (string | number)[]): number | null {
  const found = at(value, ...path);
  const number = typeof found === 'string' && found.trim() !== '' ? Number(found) : found;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Moment at the path (ISO 8601 with its offset); null when there is none of the years that the product takes. */
export function dateAt(value: unknown, ...path: (string | number)[]): Date | null {
  const found = at(value, ...path);
  const date = typeof found === 'string' ? new Date(found) : null;
  return date && !Number.isNaN(date.getTime()) && isDay(date.toISOString().slice(0, 10)) ? date : null;
}

/** List at the path; empty when there is none. */
export function listAt(value: unknown, ...path: (string | number)[]): unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** An amount in the marketplace's currency units (249.9) in cents (24990); null when it is none. */
export function centsAt(value: unknown, ...path: (string | number)[]): number | null {
  const amount = numberAt(value, ...path);
  return amount === null ? null : Math.round(amount * 100);
}

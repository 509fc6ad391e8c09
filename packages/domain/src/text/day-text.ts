import { isCalendarDay } from '../days';
import { toPlainText } from './plain-text';

const WRITTEN = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;
const DIGITS = /^(\d{2})(\d{2})(\d{4})$/;

/**
 * Reads a day as a Brazilian writes it, whatever the language of the browser: `25/11/2026`, `25-11-2026`, `25.11.2026`
 * or `25112026`, and as it stands in an address, `2026-11-25`. Gives it as `YYYY-MM-DD`, null where the calendar has no
 * such day. A year has four digits: one of two would be read on the way to them.
 */
export function parseDay(text: string): string | null {
  const plain = toPlainText(text);
  const [, day = '', month = '', year] = WRITTEN.exec(plain) ?? DIGITS.exec(plain) ?? [];
  const found = year === undefined ? plain : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDay(found) ? found : null;
}

import { DAY_MS } from './durations';

/** Days as `YYYY-MM-DD` of America/Sao_Paulo, both included. */
export interface DaySpan {
  de: string;
  ate: string;
}

/** The first and the last day that the product takes from anybody. */
export const FIRST_DAY = '2000-01-01';
export const LAST_DAY = '2100-12-31';

/** Whether a text is a `YYYY-MM-DD` day that the calendar has, from `FIRST_DAY` to `LAST_DAY`. */
export function isDay(text: string): boolean {
  return isCalendarDay(text) && text >= FIRST_DAY && text <= LAST_DAY;
}

/** The first and the last day of what was typed, whichever way round; '' for what is no day. */
export function toOrderedDays(de: string | null, ate: string | null): DaySpan {
  const dayOf = (text: string | null) => (text !== null && isDay(text) ? text : '');
  const typed = { de: dayOf(de), ate: dayOf(ate) };
  const isBackwards = typed.ate !== '' && typed.de > typed.ate;
  return isBackwards ? { de: typed.ate, ate: typed.de } : typed;
}

/** Whether a text is a `YYYY-MM-DD` day that the calendar has, from the year 1000 to 9999. */
export function isCalendarDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/**
 * The day so many days later, or earlier.
 * @throws RangeError when the text is no day, or the day found lies outside the years 1000 to 9999.
 */
export function addDays(day: string, days: number): string {
  const moved = new Date(toTime(day) + days * DAY_MS);
  const found = Number.isInteger(days) && !Number.isNaN(moved.getTime()) ? moved.toISOString() : '';
  if (!isCalendarDay(found.slice(0, found.indexOf('T')))) throw new RangeError(`no day ${days} after ${day}`);
  return found.slice(0, 10);
}

/**
 * How many days a span has.
 * @throws RangeError when one of its ends is no day.
 */
export const countDays = ({ de, ate }: DaySpan): number => (toTime(ate) - toTime(de)) / DAY_MS + 1;

function toTime(day: string): number {
  if (!isCalendarDay(day)) throw new RangeError(`not a YYYY-MM-DD day: ${day}`);
  return Date.parse(`${day}T00:00:00Z`);
}

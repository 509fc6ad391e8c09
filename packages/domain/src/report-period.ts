import { toDay } from './calendar';
import { addDays, countDays, type DaySpan } from './days';

/** Names the product or the supplier of the orders whose own is not known. */
export const UNKNOWN_ID = 'desconhecido';

/** The longest period of the dashboard, in days: a leap year. */
export const MAX_PERIOD_DAYS = 366;

/** How the chart of a period is divided. */
export type PeriodGrain = 'dia' | 'semana' | 'mes';

/** Up to so many days a chart has one bar a day, up to so many one a week. */
const MAX_DAILY = 45;
const MAX_WEEKLY = 183;

const lastDayOfMonth = (day: string): string =>
  addDays(firstDayOfMonth(addDays(firstDayOfMonth(day), 31)), -1);
const firstDayOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** What a period is compared with. */
export interface SpanBefore extends DaySpan {
  /** Whether its last day counts whole; else up to the time of day that it is now. */
  isWhole: boolean;
}

/**
 * What a period is compared with, like for like: the same days of the month before where it begins with a month and ends
 * in it, the whole month before where it is a whole month, else as many days right before it. `isOver`: its last day is
 * past; a month that is not over is no whole one.
 */
export function getSpanBefore({ de, ate }: DaySpan, isOver: boolean): SpanBefore {
  if (de !== firstDayOfMonth(de) || ate > lastDayOfMonth(de)) {
    return { de: addDays(de, -countDays({ de, ate })), ate: addDays(de, -1), isWhole: isOver };
  }
  const last = addDays(de, -1);
  const first = firstDayOfMonth(last);
  if (isOver && ate === lastDayOfMonth(de)) return { de: first, ate: last, isWhole: true };
  const sameDay = `${first.slice(0, 8)}${ate.slice(8)}`;
  const isShorter = sameDay > last;
  return { de: first, ate: isShorter ? last : sameDay, isWhole: isOver || isShorter };
}

/** The last `days` days, today included. */
export function getLastDays(now: Date, days: number): DaySpan {
  const ate = toDay(now);
  return { de: addDays(ate, 1 - days), ate };
}

/** The month of `now` up to today. */
export function getMonthToDate(now: Date): DaySpan {
  const ate = toDay(now);
  return { de: firstDayOfMonth(ate), ate };
}

/** The whole month before that of `now`. */
export function getMonthBefore(now: Date): DaySpan {
  const ate = addDays(firstDayOfMonth(toDay(now)), -1);
  return { de: firstDayOfMonth(ate), ate };
}

/**
 * All days of a `YYYY-MM` month.
 * @throws RangeError when the text is not a month, or its last day lies outside the calendar.
 */
export function getMonthSpan(month: string): DaySpan {
  const de = `${month}-01`;
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new RangeError(`not a YYYY-MM month: ${month}`);
  return { de, ate: lastDayOfMonth(de) };
}

/** How a period is divided: by day while it is short, else by week from Monday to Sunday, else by month. */
export function getGrain(span: DaySpan): PeriodGrain {
  const days = countDays(span);
  return days <= MAX_DAILY ? 'dia' : days <= MAX_WEEKLY ? 'semana' : 'mes';
}

/**
 * The parts of a period, oldest first and without a gap; the first and the last end where the period does.
 * @throws RangeError when an end is no day, or the period is longer than `MAX_PERIOD_DAYS`.
 */
export function divideSpan(span: DaySpan): DaySpan[] {
  const days = countDays(span);
  if (days > MAX_PERIOD_DAYS) throw new RangeError(`a period of ${days} days`);
  const endOf = { dia: (day: string) => day, semana: endOfWeek, mes: lastDayOfMonth }[getGrain(span)];
  const parts: DaySpan[] = [];
  for (let day = 0; day < days; ) {
    const de = addDays(span.de, day);
    const part = { de, ate: endOf(de) };
    parts.push(part);
    day += countDays(part);
  }
  return parts.map((part) => (part.ate > span.ate ? { ...part, ate: span.ate } : part));
}

/** The Sunday of the week that a day lies in. */
function endOfWeek(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, (7 - weekday) % 7);
}

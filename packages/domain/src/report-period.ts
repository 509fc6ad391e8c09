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

interface SpanKind {
  /** Its last day is past; a month that is not over is no whole one. */
  isOver: boolean;
  /** It is one day, and not the first of a month so far. */
  isDay: boolean;
}

/**
 * What a period is compared with, like for like: the same days of the month before where it begins with a month and ends
 * in it, the whole month before where it is a whole month, else, and for a day, as many days right before it.
 */
export function getSpanBefore({ de, ate }: DaySpan, { isOver, isDay }: SpanKind): SpanBefore {
  if (isDay || de !== firstDayOfMonth(de) || ate > lastDayOfMonth(de)) {
    return { de: addDays(de, -countDays({ de, ate })), ate: addDays(de, -1), isWhole: isOver };
  }
  const last = addDays(de, -1);
  const first = firstDayOfMonth(last);
  if (isOver && ate === lastDayOfMonth(de)) return { de: first, ate: last, isWhole: true };
  const sameDay = `${first.slice(0, 8)}${ate.slice(8)}`;
  const isShorter = sameDay > last;
  return { de: first, ate: isShorter ? last : sameDay, isWhole: isOver || isShorter };
}

/** The periods that every screen offers, in their order; 'datas' is two dates of one's own. */
export const PERIODS = [
  ['hoje', 'Hoje'],
  ['ontem', 'Ontem'],
  ['7d', '7 dias'],
  ['30d', '30 dias'],
  ['mes', 'Este mês'],
  ['mes_passado', 'Mês passado'],
  ['365d', '365 dias'],
  ['datas', 'Entre datas'],
] as const;

export type PeriodName = (typeof PERIODS)[number][0];

/** The period of this name; undefined where there is none. */
export const findPeriod = (name: string | null): PeriodName | undefined =>
  PERIODS.find(([each]) => each === name)?.[0];

/** The days of America/Sao_Paulo that a period covers at a moment; those that count days include today. */
export function getPeriodSpan(period: Exclude<PeriodName, 'datas'>, now: Date): DaySpan {
  const today = toDay(now);
  const month = firstDayOfMonth(today);
  switch (period) {
    case 'hoje':
      return { de: today, ate: today };
    case 'ontem':
      return { de: addDays(today, -1), ate: addDays(today, -1) };
    case 'mes':
      return { de: month, ate: today };
    case 'mes_passado':
      return { de: firstDayOfMonth(addDays(month, -1)), ate: addDays(month, -1) };
    default:
      return { de: addDays(today, 1 - Number.parseInt(period, 10)), ate: today };
  }
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

/**
 * The days of the period before that a part of a period is compared with: those as far from its beginning; null where it
 * has none.
 */
export function getPartBefore(part: DaySpan, { de }: DaySpan, before: DaySpan): DaySpan | null {
  const first = addDays(before.de, countDays({ de, ate: part.de }) - 1);
  const last = addDays(first, countDays(part) - 1);
  const isCut = last > before.ate;
  return first > before.ate ? null : { de: first, ate: isCut ? before.ate : last };
}

/** The Sunday of the week that a day lies in. */
function endOfWeek(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, (7 - weekday) % 7);
}

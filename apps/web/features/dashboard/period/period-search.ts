import { countDays, type DaySpan, isDay } from '@esteira/domain/days';
import { findPeriod, getPeriodSpan, MAX_PERIOD_DAYS, type PeriodName } from '@esteira/domain/report-period';

/** What the address says of the period; without a word it is this month. */
export interface PeriodSearch {
  period: PeriodName;
  /** What is typed for 'Entre datas'; may be empty or reversed. */
  de: string;
  ate: string;
  /** Null while the dates make no period. */
  span: DaySpan | null;
}

/** Reads the period out of the address. */
export function parsePeriod(params: URLSearchParams, now: Date): PeriodSearch {
  const period = findPeriod(params.get('periodo')) ?? 'mes';
  const typed = { de: params.get('de') ?? '', ate: params.get('ate') ?? '' };
  if (period !== 'datas') return { period, ...typed, span: getPeriodSpan(period, now) };
  return { period, ...typed, span: isPeriod(typed) ? typed : null };
}

function isPeriod({ de, ate }: DaySpan): boolean {
  return isDay(de) && isDay(ate) && de <= ate && countDays({ de, ate }) <= MAX_PERIOD_DAYS;
}

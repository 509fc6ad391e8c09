import { countDays, type DaySpan, isDay } from '@esteira/domain/days';
import { getLastDays, getMonthBefore, getMonthToDate, MAX_PERIOD_DAYS } from '@esteira/domain/report-period';

/** What the address says of the period; without a word it is this month. */
export const PERIODS = {
  mes: 'Este mês',
  mes_passado: 'Mês passado',
  hoje: 'Hoje',
  '7': 'Últimos 7 dias',
  '30': 'Últimos 30 dias',
  '365': 'Últimos 365 dias',
  datas: 'Entre datas',
} as const;
export type PeriodName = keyof typeof PERIODS;

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
  const name = params.get('periodo') ?? '';
  const period = Object.hasOwn(PERIODS, name) ? (name as PeriodName) : 'mes';
  const [de, ate] = [params.get('de') ?? '', params.get('ate') ?? ''];
  return { period, de, ate, span: toSpan(period, { de, ate }, now) };
}

function toSpan(period: PeriodName, typed: DaySpan, now: Date): DaySpan | null {
  switch (period) {
    case 'mes':
      return getMonthToDate(now);
    case 'mes_passado':
      return getMonthBefore(now);
    case 'hoje':
      return getLastDays(now, 1);
    case 'datas':
      return isPeriod(typed) ? typed : null;
    default:
      return getLastDays(now, Number(period));
  }
}

function isPeriod({ de, ate }: DaySpan): boolean {
  return isDay(de) && isDay(ate) && de <= ate && countDays({ de, ate }) <= MAX_PERIOD_DAYS;
}

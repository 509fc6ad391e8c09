import { toDay } from '../calendar';

/** How a list of orders can be sorted, with what each sorting is called. */
export const ORDER_SORTS = {
  mais_novos: 'Mais novos',
  mais_antigos: 'Mais antigos',
  prazo: 'Prazo de despacho',
  maior_valor: 'Maior valor',
  maior_lucro: 'Maior lucro',
} as const;

export type OrderSort = keyof typeof ORDER_SORTS;

/** The periods that a list of orders offers by name. */
export const ORDER_PERIODS = {
  hoje: 'Hoje',
  ontem: 'Ontem',
  '7d': '7 dias',
  '30d': '30 dias',
  mes: 'Este mês',
  mes_passado: 'Mês passado',
} as const;

export type OrderPeriod = keyof typeof ORDER_PERIODS;

/** First and last day, both included, as `YYYY-MM-DD` in America/Sao_Paulo. */
export interface DayRange {
  de: string;
  ate: string;
}

/** The days that a period covers at a moment; those that count days include today. */
export function toDayRange(period: OrderPeriod, now: Date): DayRange {
  const today = toDay(now);
  const [year = 0, month = 1] = today.split('-').map(Number);
  switch (period) {
    case 'hoje':
      return { de: today, ate: today };
    case 'ontem':
      return { de: addDays(today, -1), ate: addDays(today, -1) };
    case '7d':
      return { de: addDays(today, -6), ate: today };
    case '30d':
      return { de: addDays(today, -29), ate: today };
    case 'mes':
      return { de: toIsoDay(year, month, 1), ate: today };
    case 'mes_passado':
      return { de: toIsoDay(year, month - 1, 1), ate: toIsoDay(year, month, 0) };
  }
}

function addDays(day: string, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return toIsoDay(year, month, date + days);
}

/** Months and days beyond their bounds count on, as in `Date`. */
function toIsoDay(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

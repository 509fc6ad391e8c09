import { toDay } from '../calendar';
import { addDays, type DaySpan } from '../days';
import { getMonthBefore, getMonthToDate } from '../report-period';

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

/** The days that a period covers at a moment; those that count days include today. */
export function toDayRange(period: OrderPeriod, now: Date): DaySpan {
  const today = toDay(now);
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
      return getMonthToDate(now);
    case 'mes_passado':
      return getMonthBefore(now);
  }
}

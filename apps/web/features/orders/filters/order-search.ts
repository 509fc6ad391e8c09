import { toOrderedDays } from '@esteira/domain/days';
import { ACCOUNT_CODES, type AccountCode } from '@esteira/domain/marketplace-accounts';
import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import { ORDER_SORTS, type OrderSort } from '@esteira/domain/orders/order-list';
import {
  ORDER_FILTERS,
  ORDER_STATUSES,
  type OrderFilter,
  type OrderStatus,
} from '@esteira/domain/orders/order-machine';
import { findPeriod, getPeriodSpan, type PeriodName } from '@esteira/domain/report-period';

/** What narrows and sorts the list; kept in the URL. */
export interface OrderSearch {
  filtro: OrderFilter;
  status: OrderStatus | null;
  busca: string;
  marketplace: Marketplace | null;
  conta: AccountCode | null;
  fornecedor: string;
  periodo: PeriodName | null;
  /** Days as `YYYY-MM-DD`, empty where there is none; of a period of one's own only. */
  de: string;
  ate: string;
  atencao: boolean;
  atrasados: boolean;
  /** Its label is there and was never printed. */
  naoImpressa: boolean;
  ordem: OrderSort;
}

/** What a list is ticked to be narrowed to, by the parameter of the address. */
export const FLAG_LABELS = {
  atencao: 'Requer atenção',
  atrasados: 'Atrasados',
  nao_impressa: 'Etiqueta não impressa',
} as const;

/** What the controls of the filters get: the search, and how to change the address. */
export interface OrderFiltersProps {
  search: OrderSearch;
  onChange: (changes: Record<string, string | null>, options?: { replace?: boolean }) => void;
}

export const FILTER_NAMES = Object.keys(ORDER_FILTERS) as OrderFilter[];
const SORTS = Object.keys(ORDER_SORTS) as OrderSort[];

/** Changes of the URL that leave every order in the list. */
export const NO_FILTERS: Record<string, null> = {
  filtro: null,
  status: null,
  busca: null,
  marketplace: null,
  conta_id: null,
  fornecedor: null,
  periodo: null,
  de: null,
  ate: null,
  atencao: null,
  atrasados: null,
  nao_impressa: null,
  pedido: null,
};

/** Reads the URL; what is unknown in a hand-written one counts for nothing. */
export function readOrderSearch(params: URLSearchParams): OrderSearch {
  const oneOf = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === params.get(name));
  const dates = toOrderedDays(params.get('de'), params.get('ate'));
  const periodo = findPeriod(params.get('periodo')) ?? (dates.de || dates.ate ? 'datas' : null);
  const status = oneOf('status', ORDER_STATUSES) ?? null;
  const filtro = status === null ? (oneOf('filtro', FILTER_NAMES) ?? 'todos') : 'todos';
  return {
    filtro,
    status,
    busca: params.get('busca')?.trim() ?? '',
    marketplace: oneOf('marketplace', MARKETPLACES) ?? null,
    conta: oneOf('conta_id', ACCOUNT_CODES) ?? null,
    fornecedor: params.get('fornecedor')?.trim() ?? '',
    periodo,
    ...(periodo === 'datas' ? dates : { de: '', ate: '' }),
    atencao: params.get('atencao') === '1',
    atrasados: params.get('atrasados') === '1',
    naoImpressa: params.get('nao_impressa') === '1',
    ordem: oneOf('ordem', SORTS) ?? usualSort(filtro),
  };
}

/** How a list is sorted unless another sorting is chosen: what waits, by when it has to leave. */
export const usualSort = (filtro: OrderFilter): OrderSort =>
  filtro === 'pendentes' ? 'prazo' : 'mais_novos';

/** What the counts depend on: all but the statuses and the sorting. What does not narrow is left out. */
export function toFilterInput(search: OrderSearch, now: Date) {
  const { busca, marketplace, conta, fornecedor, periodo, atencao, atrasados, naoImpressa } = search;
  const { de, ate } = periodo === null || periodo === 'datas' ? search : getPeriodSpan(periodo, now);
  return {
    ...(busca ? { busca } : {}),
    ...(marketplace ? { marketplace } : {}),
    ...(conta ? { conta_id: conta } : {}),
    ...(fornecedor ? { fornecedor_id: fornecedor } : {}),
    ...(de ? { de } : {}),
    ...(ate ? { ate } : {}),
    ...(atencao ? { atencao } : {}),
    ...(atrasados ? { atrasados } : {}),
    ...(naoImpressa ? { etiqueta_nao_impressa: true } : {}),
  };
}

/** The same as the list takes it, so that equal lists share one cache entry. */
export function toListInput(search: OrderSearch, now: Date) {
  const { filtro, status, ordem } = search;
  return {
    filtro,
    ...(status ? { status } : {}),
    ...toFilterInput(search, now),
    ...(ordem === 'mais_novos' ? {} : { ordem }),
  };
}

/** How many filters narrow the list besides the row of buttons and the search field. */
export function countFilters(search: OrderSearch): number {
  const { status, marketplace, conta, fornecedor, periodo, atencao, atrasados, naoImpressa } = search;
  return [status, marketplace, conta, fornecedor, periodo, atencao, atrasados, naoImpressa].filter(Boolean)
    .length;
}

/** Whether anything but the row of buttons narrows the list. */
export function isNarrowed(search: OrderSearch): boolean {
  return search.busca !== '' || countFilters(search) > 0;
}

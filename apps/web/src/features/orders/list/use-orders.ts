import { ORDER_FILTERS, type OrderFilter } from '@esteira/domain/order-machine';
import { keepPreviousData } from '@tanstack/react-query';
import { itemsOf, nextCursor, PAGE_SIZE } from '../../../lib/data/pages';
import { trpc } from '../../../lib/data/trpc';
import { useLoadFailure } from '../../../lib/data/use-load-failure';

export const FILTER_NAMES = Object.keys(ORDER_FILTERS) as OrderFilter[];

export function readFilter(params: URLSearchParams): OrderFilter {
  return FILTER_NAMES.find((name) => name === params.get('filtro')) ?? 'todos';
}

export function useOrders(filtro: OrderFilter) {
  const query = trpc.orders.list.useInfiniteQuery(
    { limite: PAGE_SIZE, filtro },
    { getNextPageParam: nextCursor, placeholderData: keepPreviousData },
  );
  const counts = trpc.orders.counts.useQuery();
  useLoadFailure(query, 'Erro ao carregar pedidos');
  return { query, orders: itemsOf(query.data), counts: counts.data };
}

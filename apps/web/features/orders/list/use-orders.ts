import { ORDER_FILTERS, type OrderStatus } from '@esteira/domain/orders/order-machine';
import type { OrderCounts } from '@esteira/validators/orders/order-list';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { itemsOf, nextCursor, PAGE_SIZE } from '../../../lib/data/pages';
import { trpc, type Utils } from '../../../lib/data/trpc';
import { useLoadFailure } from '../../../lib/data/use-load-failure';
import { type OrderSearch, toFilterInput, toListInput } from '../filters/order-search';

const toInput = (search: OrderSearch, now: Date) => ({ limite: PAGE_SIZE, ...toListInput(search, now) });

/** Reads the beginning of this list and its counts before its page is opened. */
export function fetchOrdersAhead({ orders }: Utils, search: OrderSearch): void {
  const now = new Date();
  void orders.list.prefetchInfinite(toInput(search, now), { getNextPageParam: nextCursor, pages: 1 });
  void orders.counts.prefetch(toFilterInput(search, now));
}

export function useOrders(search: OrderSearch) {
  // A period ends today: both follow the calendar with every rendering, and change only at midnight.
  const now = new Date();
  const query = trpc.orders.list.useInfiniteQuery(toInput(search, now), {
    getNextPageParam: nextCursor,
    placeholderData: keepPreviousData,
  });
  const counts = trpc.orders.counts.useQuery(toFilterInput(search, now), {
    placeholderData: keepPreviousData,
  });
  useLoadFailure(query, 'Erro ao carregar pedidos');
  const orders = useMemo(() => itemsOf(query.data), [query.data]);
  return { query, orders, counts: counts.data };
}

/** How many orders the list has, as far as they were counted or are `listed`; undefined while nothing is known. */
export function countOf(
  counts: OrderCounts | undefined,
  { filtro, status }: Pick<OrderSearch, 'filtro' | 'status'>,
  listed: number,
): { count: number; isExact: boolean } | undefined {
  if (!counts) return undefined;
  const statuses: readonly OrderStatus[] = status === null ? ORDER_FILTERS[filtro].statuses : [status];
  const count = status === null ? counts[filtro] : counts.por_status[status];
  const isExact = !statuses.some((each) => counts.parciais.includes(each));
  return { count: isExact ? count : Math.max(count, listed), isExact };
}

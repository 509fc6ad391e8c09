import { useEffect } from 'react';
import type { useOrders } from './use-orders';

const MAX_PAGES = 5;

export function cardIdOf(orderId: string): string {
  return `pedido-${orderId}`;
}

/** Loads further pages until the order that the URL names is in the list, at most `MAX_PAGES`. */
export function useLoadToOrder(id: string | null, { query, orders }: ReturnType<typeof useOrders>): void {
  const { hasNextPage, isFetching, fetchNextPage } = query;
  const missing = id !== null && !orders.some((order) => order.id === id);
  const pages = query.data?.pages.length ?? 0;
  const needsNextPage = missing && hasNextPage && !isFetching && pages < MAX_PAGES;

  useEffect(() => {
    if (needsNextPage) void fetchNextPage();
  }, [needsNextPage, fetchNextPage]);
}

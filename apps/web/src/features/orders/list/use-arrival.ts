import { useEffect } from 'react';
import type { useOrders } from './use-orders';

/** How far down the list an order is looked for. */
const MAX_PAGES = 5;

export function cardIdOf(orderId: string): string {
  return `pedido-${orderId}`;
}

/** Loads on until the order that the URL names is there. */
export function useArrival(id: string | null, { query, orders }: ReturnType<typeof useOrders>): void {
  const { hasNextPage, isFetching, fetchNextPage } = query;
  const missing = id !== null && !orders.some((order) => order.id === id);
  const pages = query.data?.pages.length ?? 0;
  const needsNextPage = missing && hasNextPage && !isFetching && pages < MAX_PAGES;

  useEffect(() => {
    if (needsNextPage) void fetchNextPage();
  }, [needsNextPage, fetchNextPage]);
}

import { useEffect } from 'react';
import type { useOrders } from './use-orders';

/** How far down the list an order is looked for. */
const MOST_PAGES = 5;

export function cardIdOf(orderId: string): string {
  return `pedido-${orderId}`;
}

/** Brings the order that the URL names into view, once it is there, and the keyboard to it. */
export function useArrival(id: string | null, { query, orders }: ReturnType<typeof useOrders>): void {
  const { hasNextPage, isFetching, fetchNextPage } = query;
  const found = id !== null && orders.some((order) => order.id === id);
  const pages = query.data?.pages.length ?? 0;
  const goOn = id !== null && !found && hasNextPage && !isFetching && pages < MOST_PAGES;

  useEffect(() => {
    if (goOn) void fetchNextPage();
  }, [goOn, fetchNextPage]);

  useEffect(() => {
    if (id === null || !found) return;
    // Not before the shell has brought a new page to its top.
    const frame = requestAnimationFrame(() => {
      const card = document.getElementById(cardIdOf(id));
      card?.scrollIntoView({ block: 'center' });
      card?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [id, found]);
}

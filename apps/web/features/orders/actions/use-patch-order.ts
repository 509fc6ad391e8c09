import type { Order } from '@esteira/validators/orders/order';
import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { type Pages, patchItem } from '../../../lib/data/pages';
import { trpc } from '../../../lib/data/trpc';

/** Shows a change of an order in every list that has it, and on its page. */
export function usePatchOrder() {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  const lists = { queryKey: getQueryKey(trpc.orders.list, undefined, 'infinite') };

  return async (id: string, change: Partial<Order>) => {
    await Promise.all([queryClient.cancelQueries(lists), utils.orders.details.cancel({ id })]);
    utils.orders.details.setData(
      { id },
      (details) => details && { ...details, pedido: { ...details.pedido, ...change } },
    );
    queryClient.setQueriesData<Pages<Order>>(lists, (pages) => pages && patchItem(pages, id, change));
  };
}

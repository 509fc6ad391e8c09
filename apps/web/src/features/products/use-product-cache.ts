import type { Product } from '@esteira/validators/product';
import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { type Pages, patchItem } from '../../lib/pages';
import { trpc } from '../../lib/trpc';

/** What the product mutations do to the lists already on screen. */
export function useProductCache() {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  const lists = { queryKey: getQueryKey(trpc.products.list, undefined, 'infinite') };

  return {
    /** Shows a change before the server confirms it. An answer already on its way must not paint over it. */
    async patch(id: string, change: Partial<Product>) {
      await queryClient.cancelQueries(lists);
      queryClient.setQueriesData<Pages<Product>>(lists, (pages) => pages && patchItem(pages, id, change));
    },
    reload: () => utils.products.invalidate(),
    /** After a sale: stock, orders and figures have all moved. */
    reloadSales: () =>
      Promise.all([utils.products.invalidate(), utils.orders.invalidate(), utils.dashboard.invalidate()]),
  };
}

import type { Product } from '@esteira/validators/products/product';
import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { dropItem, firstPageOf, type Pages, patchItem } from '../../../lib/data/pages';
import { trpc } from '../../../lib/data/trpc';

/** A list of more pages than this is not read again as a whole for one product. */
export const MANY_PAGES = 6;

/** What the product mutations do to the lists already on screen. */
export function useProductCache() {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  const lists = { queryKey: getQueryKey(trpc.products.list, undefined, 'infinite') };
  const change = (edit: (pages: Pages<Product>) => Pages<Product>) =>
    queryClient.setQueriesData<Pages<Product>>(lists, (pages) => pages && edit(pages));
  const isLong = () =>
    queryClient
      .getQueriesData<Pages<Product>>({ ...lists, type: 'active' })
      .some(([, list]) => list !== undefined && list.pages.length > MANY_PAGES);
  const reload = () => Promise.all([utils.products.invalidate(), utils.publication.states.invalidate()]);

  /** Reads everything again but the long list, which is only marked for the next visit. */
  async function reloadAround() {
    await queryClient.invalidateQueries({ ...lists, refetchType: 'none' });
    await Promise.all([
      utils.products.count.invalidate(),
      utils.products.get.invalidate(undefined, { refetchType: 'none' }),
    ]);
  }

  async function reloadOne(id: string) {
    if (!isLong()) return reload();
    try {
      const product = await utils.client.products.get.query({ id });
      change((pages) => patchItem(pages, id, product));
      return await reloadAround();
    } catch {
      return reload();
    }
  }

  return {
    /** Shows a change before the server confirms it. An answer already on its way must not paint over it. */
    async patch(id: string, changed: Partial<Product>) {
      await queryClient.cancelQueries(lists);
      change((pages) => patchItem(pages, id, changed));
    },
    reload,
    /** One product has changed: a short list is read again, in a long list only this product. */
    reloadOne,
    async reloadWithout(id: string) {
      if (!isLong()) return reload();
      await queryClient.cancelQueries(lists);
      change((pages) => dropItem(pages, id));
      return reloadAround();
    },
    /** A new product stands first, so the beginning of a list is what must be read. */
    async reloadFromStart() {
      if (isLong()) change(firstPageOf);
      return reload();
    },
    /** After a sale: stock, orders and figures have all moved. */
    reloadAfterSale: (id: string) =>
      Promise.all([reloadOne(id), utils.orders.invalidate(), utils.dashboard.invalidate()]),
  };
}

import type { Product } from '@esteira/validators/products/product';
import type { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { itemsOf, type Pages, patchItem } from '../../lib/data/pages';
import { trpc } from '../../lib/data/trpc';

export interface LiveCache {
  queryClient: QueryClient;
  fetchProduct: (id: string) => Promise<Product>;
}

/** Up to this many products are read one by one; for more the list is read again. */
const MAX_SINGLE_READS = 10;

/** Puts the new stock of these products, and where they are for sale, into the lists on screen. */
export async function refreshProducts(
  { queryClient, fetchProduct }: LiveCache,
  ids: string[],
): Promise<void> {
  const products = { queryKey: getQueryKey(trpc.products) };
  const lists = { queryKey: getQueryKey(trpc.products.list, undefined, 'infinite') };
  const shown = queryClient.getQueryCache().findAll({ ...lists, type: 'active' });
  const isShown = (id: string) =>
    shown.every(({ state }) => itemsOf(state.data as Pages<Product> | undefined).some((p) => p.id === id));
  const refetch = shown.length > 0 && (ids.length > MAX_SINGLE_READS || !ids.every(isShown));
  if (refetch) return queryClient.invalidateQueries(products);

  // Hundreds of loaded entries need not travel for a few values: they alone are put into the lists.
  await queryClient.invalidateQueries({ ...products, refetchType: 'none' });
  if (shown.length === 0) return;
  try {
    for (const { id, estoque, publicado_ml, publicado_amazon } of await Promise.all(ids.map(fetchProduct))) {
      queryClient.setQueriesData<Pages<Product>>(
        lists,
        (pages) => pages && patchItem(pages, id, { estoque, publicado_ml, publicado_amazon }),
      );
    }
  } catch {
    await queryClient.invalidateQueries(products);
  }
}

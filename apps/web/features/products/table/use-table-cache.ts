import type { Product } from '@esteira/validators/products/product';
import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useCallback } from 'react';
import { type Pages, patchItems } from '../../../lib/data/pages';
import { trpc } from '../../../lib/data/trpc';

export interface ProductPatch {
  id: string;
  changed: Partial<Product>;
}

/** What editing in the table does to the lists on screen; both functions keep their identity. */
export function useTableCache() {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();

  /** Shows other values of many products. An answer already on its way must not paint over them. */
  const patchMany = useCallback(
    async (patches: readonly ProductPatch[]) => {
      if (patches.length === 0) return;
      const lists = { queryKey: getQueryKey(trpc.products.list, undefined, 'infinite') };
      await queryClient.cancelQueries(lists);
      const byId = new Map(patches.map(({ id, changed }) => [id, changed]));
      queryClient.setQueriesData<Pages<Product>>(lists, (pages) => pages && patchItems(pages, byId));
    },
    [queryClient],
  );

  /** The server has what is shown: nothing moves under the cursor, the counts and the next visit read it again. */
  const markStale = useCallback(async () => {
    const lists = { queryKey: getQueryKey(trpc.products.list, undefined, 'infinite') };
    await Promise.all([
      queryClient.invalidateQueries({ ...lists, refetchType: 'none' }),
      utils.products.count.invalidate(),
      utils.products.changes.invalidate(),
      utils.products.get.invalidate(undefined, { refetchType: 'none' }),
    ]);
  }, [queryClient, utils]);

  return { patchMany, markStale };
}

import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { itemsOf, nextCursor } from '../../../lib/data/pages';
import { trpc, type Utils } from '../../../lib/data/trpc';
import { useLoadFailure } from '../../../lib/data/use-load-failure';
import { type ProductSearch, toFilterInput, toListInput } from './product-search';
import { MANY_PAGES } from './use-product-cache';

/** Twice what the tallest window shows: whoever scrolls rarely waits, whoever looks loads little. */
const PAGE = 96;

const toInput = (search: ProductSearch) => ({ limite: PAGE, ...toListInput(search) });

/** Reads the beginning of this list before its page is opened. */
export function fetchProductsAhead(utils: Utils, search: ProductSearch): void {
  void utils.products.list.prefetchInfinite(toInput(search), { getNextPageParam: nextCursor, pages: 1 });
  void utils.products.count.prefetch(toFilterInput(search));
}

export function useProducts(search: ProductSearch) {
  const query = trpc.products.list.useInfiniteQuery(toInput(search), {
    getNextPageParam: nextCursor,
    placeholderData: keepPreviousData,
    // Live updates keep it fresh meanwhile; coming back to the window is no reason to send hundreds of pages.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= MANY_PAGES,
  });
  const count = trpc.products.count.useQuery(toFilterInput(search), { placeholderData: keepPreviousData });
  useLoadFailure(query, search.busca ? 'Erro ao buscar produtos' : 'Erro ao carregar dados');
  const products = useMemo(() => itemsOf(query.data), [query.data]);
  return { query, products, total: count.data?.total };
}

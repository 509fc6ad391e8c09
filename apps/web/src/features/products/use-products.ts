import { keepPreviousData } from '@tanstack/react-query';
import { itemsOf, nextCursor, PAGE_SIZE } from '../../lib/pages';
import { trpc } from '../../lib/trpc';
import { useLoadFailure } from '../../lib/use-load-failure';
import { type ProductSearch, toListInput } from './product-search';

export function useProducts(search: ProductSearch) {
  const query = trpc.products.list.useInfiniteQuery(
    { limite: PAGE_SIZE, ...toListInput(search) },
    { getNextPageParam: nextCursor, placeholderData: keepPreviousData },
  );
  useLoadFailure(query, search.busca ? 'Erro ao buscar produtos' : 'Erro ao carregar dados');
  return { query, products: itemsOf(query.data) };
}

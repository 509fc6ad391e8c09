import { keepPreviousData } from '@tanstack/react-query';
import { itemsOf, nextCursor, PAGE_SIZE } from '../../lib/data/pages';
import { trpc } from '../../lib/data/trpc';
import { useLoadFailure } from '../../lib/data/use-load-failure';

export function useSuppliers(busca: string) {
  const query = trpc.suppliers.list.useInfiniteQuery(
    { limite: PAGE_SIZE, ...(busca ? { busca } : {}) },
    { getNextPageParam: nextCursor, placeholderData: keepPreviousData },
  );
  useLoadFailure(query, 'Erro ao carregar fornecedores');
  return { query, suppliers: itemsOf(query.data) };
}

import { keepPreviousData } from '@tanstack/react-query';
import { itemsOf, nextCursor, PAGE_SIZE } from '../../lib/data/pages';
import { trpc, type Utils } from '../../lib/data/trpc';
import { useLoadFailure } from '../../lib/data/use-load-failure';

const toInput = (busca: string) => ({ limite: PAGE_SIZE, ...(busca ? { busca } : {}) });

/** Reads the beginning of this list before its page is opened. */
export function fetchSuppliersAhead(utils: Utils, busca: string): void {
  void utils.suppliers.list.prefetchInfinite(toInput(busca), { getNextPageParam: nextCursor, pages: 1 });
}

export function useSuppliers(busca: string) {
  const query = trpc.suppliers.list.useInfiniteQuery(toInput(busca), {
    getNextPageParam: nextCursor,
    placeholderData: keepPreviousData,
  });
  useLoadFailure(query, 'Erro ao carregar fornecedores');
  return { query, suppliers: itemsOf(query.data) };
}

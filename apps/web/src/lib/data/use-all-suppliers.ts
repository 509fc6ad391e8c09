import { MAX_LIMIT } from '@esteira/domain/paging';
import { useEffect, useMemo } from 'react';
import { itemsOf, nextCursor } from './pages';
import { trpc } from './trpc';

/** Every supplier by name, for screens that name them or let one be chosen. */
export function useAllSuppliers() {
  const query = trpc.suppliers.list.useInfiniteQuery({ limite: MAX_LIMIT }, { getNextPageParam: nextCursor });
  const { hasNextPage, isFetching, isError, fetchNextPage, data, error, errorUpdateCount } = query;

  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);

  return useMemo(() => {
    const suppliers = itemsOf(data).toSorted((a, b) => a.nome.localeCompare(b.nome, 'pt-BR'));
    return {
      suppliers,
      names: new Map(suppliers.map(({ id, nome }) => [id, nome])),
      loaded: data !== undefined,
      failure: { error, errorUpdateCount, data },
    };
  }, [data, error, errorUpdateCount]);
}

import { MAX_LIMIT } from '@esteira/domain/paging';
import { useEffect, useMemo } from 'react';
import { itemsOf, nextCursor } from './pages';
import { trpc, type Utils } from './trpc';

const ALL = { limite: MAX_LIMIT };

const byName = new Intl.Collator('pt-BR');

/** Reads them before a page that needs them is opened. */
export function fetchAllSuppliersAhead(utils: Utils): void {
  void utils.suppliers.list.prefetchInfinite(ALL, { getNextPageParam: nextCursor, pages: 1 });
}

/** Every supplier by name, for screens that name them or let one be chosen. */
export function useAllSuppliers(enabled = true) {
  const query = trpc.suppliers.list.useInfiniteQuery(ALL, { getNextPageParam: nextCursor, enabled });
  const { hasNextPage, isFetching, isError, fetchNextPage, data, error, errorUpdateCount } = query;

  useEffect(() => {
    if (enabled && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [enabled, hasNextPage, isFetching, isError, fetchNextPage]);

  return useMemo(() => {
    const suppliers = itemsOf(data).toSorted((a, b) => byName.compare(a.nome, b.nome));
    return {
      suppliers,
      names: new Map(suppliers.map(({ id, nome }) => [id, nome])),
      loaded: data !== undefined,
      failure: { error, errorUpdateCount, data },
    };
  }, [data, error, errorUpdateCount]);
}

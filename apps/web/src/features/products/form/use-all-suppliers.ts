import { MAX_LIMIT } from '@esteira/domain/paging';
import { useEffect, useMemo } from 'react';
import { itemsOf, nextCursor } from '../../../lib/data/pages';
import { trpc } from '../../../lib/data/trpc';
import { useLoadFailure } from '../../../lib/data/use-load-failure';

/** Every supplier by name: the products screen names them and the product form offers them all. */
export function useAllSuppliers() {
  const query = trpc.suppliers.list.useInfiniteQuery({ limite: MAX_LIMIT }, { getNextPageParam: nextCursor });
  const { hasNextPage, isFetching, isError, fetchNextPage, data } = query;
  useLoadFailure(query, 'Erro ao carregar dados');

  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);

  return useMemo(() => {
    const suppliers = itemsOf(data).toSorted((a, b) => a.nome.localeCompare(b.nome, 'pt-BR'));
    return {
      suppliers,
      names: new Map(suppliers.map(({ id, nome }) => [id, nome])),
      loaded: data !== undefined,
    };
  }, [data]);
}

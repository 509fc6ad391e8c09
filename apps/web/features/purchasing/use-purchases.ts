import { trpc } from '../../lib/data/trpc';
import { useLoadFailure } from '../../lib/data/use-load-failure';

/** The suppliers that something is to be bought from. */
export function usePurchases() {
  const query = trpc.purchasing.list.useQuery(undefined, { staleTime: 0 });
  useLoadFailure(query, 'Erro ao carregar compras');
  return query;
}

/** What one of them is asked for; read once its panel comes near, and never taken from an earlier visit. */
export function usePurchaseList(fornecedor_id: string, isNear: boolean) {
  const query = trpc.purchasing.supplier.useQuery({ fornecedor_id }, { enabled: isNear, gcTime: 0 });
  useLoadFailure(query, 'Erro ao carregar compras');
  return query;
}

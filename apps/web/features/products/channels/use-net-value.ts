import type { Marketplace } from '@esteira/domain/marketplaces';
import { MAX_NET_PRODUCTS } from '@esteira/domain/profit/product-costs';
import type { NetValue, NetValues } from '@esteira/validators/costs/costs';
import type { Product } from '@esteira/validators/products/product';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import DataLoader from 'dataloader';
import { trpc } from '../../../lib/data/trpc';

type Client = ReturnType<typeof trpc.useUtils>['client'];
type NetLoader = DataLoader<string, NetValues['itens'][number] | null>;

/** One for each session, as its cache. */
const loaders = new WeakMap<QueryClient, NetLoader>();

/** The cards of a page ask in the same moment: all of them travel as one question. */
function getLoader(queryClient: QueryClient, client: Client): NetLoader {
  const known = loaders.get(queryClient);
  if (known) return known;
  const loader: NetLoader = new DataLoader(
    async (ids) => {
      const { itens } = await client.products.netValues.query({ ids: [...ids] });
      return ids.map((id) => itens.find((item) => item.id === id) ?? null);
    },
    { cache: false, maxBatchSize: MAX_NET_PRODUCTS, batchScheduleFn: (send) => setTimeout(send) },
  );
  loaders.set(queryClient, loader);
  return loader;
}

/**
 * What a sale of the product leaves there; undefined while that is being read, or could not be. A figure for other
 * prices than those on the screen is never shown.
 */
export function useNetValue(product: Product, marketplace: Marketplace): NetValue | null | undefined {
  const { client } = trpc.useUtils();
  const queryClient = useQueryClient();
  const { id, preco_fornecedor, preco_venda_ml, preco_venda_amazon } = product;
  const prices = [preco_fornecedor, preco_venda_ml, preco_venda_amazon];
  const { data } = useQuery({
    queryKey: [...getQueryKey(trpc.products.netValues, { ids: [id] }, 'query'), prices],
    queryFn: () => getLoader(queryClient, client).load(id),
  });
  return data?.[marketplace];
}

import type { Marketplace } from '@esteira/domain/marketplaces';
import { MAX_LISTING_PRODUCTS } from '@esteira/domain/products/listing';
import type { Listing } from '@esteira/validators/marketplaces/listing';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import DataLoader from 'dataloader';
import { trpc } from '../../../lib/data/trpc';

type Client = ReturnType<typeof trpc.useUtils>['client'];
type StatesLoader = DataLoader<string, Listing[]>;

/** One for each session, as its cache. */
const loaders = new WeakMap<QueryClient, StatesLoader>();

/** The cards of a page ask in the same moment: all of them travel as one question. */
function getLoader(queryClient: QueryClient, client: Client): StatesLoader {
  const known = loaders.get(queryClient);
  if (known) return known;
  const loader: StatesLoader = new DataLoader(
    async (ids) => {
      const { itens } = await client.publication.states.query({ ids: [...ids] });
      return ids.map((id) => itens.filter(({ produto_id }) => produto_id === id));
    },
    { cache: false, maxBatchSize: MAX_LISTING_PRODUCTS, batchScheduleFn: (send) => setTimeout(send) },
  );
  loaders.set(queryClient, loader);
  return loader;
}

/** How a product stands on a real marketplace; null without a listing there, undefined while that is being read. */
export function useListingState(id: string, marketplace: Marketplace): Listing | null | undefined {
  const { client } = trpc.useUtils();
  const queryClient = useQueryClient();
  const { data } = useQuery({
    queryKey: getQueryKey(trpc.publication.states, { ids: [id] }, 'query'),
    queryFn: () => getLoader(queryClient, client).load(id),
  });
  if (data === undefined) return undefined;
  return data.find((listing) => listing.marketplace === marketplace) ?? null;
}

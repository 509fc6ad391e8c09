import type { LiveChange } from '@esteira/validators/live';
import type { QueryKey } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '../../lib/data/trpc';
import { createCoalescer } from '../../lib/live/coalescer';
import { type LiveCache, refreshProducts } from './live-products';

/** Brings what is on screen up to date with the changes it is told of; what is not on screen is only marked. */
export function createLiveRefresh(cache: LiveCache) {
  const { queryClient } = cache;
  const changedProducts = new Set<string>();
  const changedListings = new Set<string>();
  const coalescer = createCoalescer<Topic>({
    run,
    isBusy,
  });

  // An optimistic change and a list read in the middle of it would undo each other. A file on its way up has no key.
  function isBusy() {
    const underWay = queryClient.getMutationCache().findAll({ status: 'pending' });
    return underWay.some(({ options }) => options.mutationKey !== undefined);
  }

  const refetch = (queryKey: QueryKey) => queryClient.invalidateQueries({ queryKey });

  async function run(topics: ReadonlySet<string>) {
    const changed = [...new Set([...changedProducts, ...changedListings])];
    const listed = [...changedListings];
    changedProducts.clear();
    changedListings.clear();
    if (topics.has('all')) return queryClient.invalidateQueries();
    return Promise.all([
      topics.has('orders') && refetch(getQueryKey(trpc.orders)),
      topics.has('orders') && refetch(getQueryKey(trpc.purchasing)),
      topics.has('dashboard') && refetch(getQueryKey(trpc.dashboard)),
      topics.has('accounts') && refetch(getQueryKey(trpc.integrations)),
      topics.has('notices') && refetch(getQueryKey(trpc.notices)),
      topics.has('products') && refreshProducts(cache, changed),
      ...listed.map((id) => refetch(statesKey(id))),
    ]);
  }

  return {
    refresh(change: LiveChange) {
      if (change.tipo === 'estoque') changedProducts.add(change.produto_id);
      if (change.tipo === 'anuncio') changedListings.add(change.produto_id);
      coalescer.request(toTopics(change));
    },
    refreshAll: () => coalescer.request(['all']),
    stop: coalescer.stop,
  };
}

type Topic = 'orders' | 'dashboard' | 'products' | 'accounts' | 'notices' | 'all';

const TOPICS: Readonly<Record<LiveChange['tipo'], Topic[]>> = {
  inicio: [],
  pedido: ['orders', 'dashboard'],
  envio: ['orders', 'notices'],
  nota: ['orders'],
  conexao: ['accounts', 'notices'],
  avisos: ['notices'],
  tudo: ['all'],
  estoque: ['products', 'dashboard'],
  anuncio: ['products', 'notices'],
};

/** A new order is a notice too; a step of one is none. */
function toTopics(change: LiveChange): Topic[] {
  const isNew = change.tipo === 'pedido' && change.de === null;
  return isNew ? [...TOPICS.pedido, 'notices'] : TOPICS[change.tipo];
}

const statesKey = (id: string) => getQueryKey(trpc.publication.states, { ids: [id] }, 'query');

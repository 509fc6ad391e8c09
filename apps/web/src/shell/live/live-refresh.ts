import type { LiveChange } from '@esteira/validators/live';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '../../lib/data/trpc';
import { createCoalescer } from '../../lib/live/coalescer';
import { type LiveCache, refreshProducts } from './live-products';

/** Brings what is on screen up to date with the changes it is told of; what is not on screen is only marked. */
export function createLiveRefresh(cache: LiveCache) {
  const { queryClient } = cache;
  const changedProducts = new Set<string>();
  const changedListings = new Set<string>();
  const coalescer = createCoalescer<'orders' | 'dashboard' | 'products' | 'accounts' | 'notices' | 'all'>({
    run,
    isBusy,
  });

  // An optimistic change and a list read in the middle of it would undo each other. A file on its way up has no key.
  function isBusy() {
    const underWay = queryClient.getMutationCache().findAll({ status: 'pending' });
    return underWay.some(({ options }) => options.mutationKey !== undefined);
  }

  async function run(topics: ReadonlySet<string>) {
    const changed = [...new Set([...changedProducts, ...changedListings])];
    const listed = [...changedListings];
    changedProducts.clear();
    changedListings.clear();
    if (topics.has('all')) return queryClient.invalidateQueries();
    return Promise.all([
      topics.has('orders') && queryClient.invalidateQueries({ queryKey: getQueryKey(trpc.orders) }),
      topics.has('dashboard') && queryClient.invalidateQueries({ queryKey: getQueryKey(trpc.dashboard) }),
      topics.has('accounts') && queryClient.invalidateQueries({ queryKey: getQueryKey(trpc.integrations) }),
      topics.has('notices') && queryClient.invalidateQueries({ queryKey: getQueryKey(trpc.notices) }),
      topics.has('products') && refreshProducts(cache, changed),
      ...listed.map((id) => queryClient.invalidateQueries({ queryKey: statesKey(id) })),
    ]);
  }

  return {
    refresh(change: LiveChange) {
      if (change.tipo === 'pedido') coalescer.request(['orders', 'dashboard']);
      if (change.tipo === 'pedido' && change.de === null) coalescer.request(['notices']);
      if (change.tipo === 'envio') coalescer.request(['orders', 'notices']);
      if (change.tipo === 'nota') coalescer.request(['orders']);
      if (change.tipo === 'conexao') coalescer.request(['accounts', 'notices']);
      if (change.tipo === 'avisos') coalescer.request(['notices']);
      if (change.tipo === 'tudo') coalescer.request(['all']);
      if (change.tipo === 'estoque') {
        changedProducts.add(change.produto_id);
        coalescer.request(['products', 'dashboard']);
      }
      if (change.tipo === 'anuncio') {
        changedListings.add(change.produto_id);
        coalescer.request(['products', 'notices']);
      }
    },
    refreshAll: () => coalescer.request(['all']),
    stop: coalescer.stop,
  };
}

const statesKey = (id: string) => getQueryKey(trpc.publication.states, { ids: [id] }, 'query');

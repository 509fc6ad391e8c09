import type { SaleResponse } from '@esteira/validators/marketplaces/publication';
import type { Product } from '@esteira/validators/products/product';
import type { QueryClient } from '@tanstack/react-query';
import { getMutationKey } from '@trpc/react-query';
import { trpc } from '../../lib/data/trpc';
import { markReachable, setLiveInterrupted } from '../../lib/live/connection-store';
import { followChanges } from '../../lib/live/live-follower';
import { createLiveSource } from '../../lib/live/live-source';
import { endSession } from '../../lib/session/session-store';
import { createLiveRefresh } from './live-refresh';
import { createSaleNotices, type NewSale } from './sale-notices';

export interface LiveSessionOptions {
  token: string;
  queryClient: QueryClient;
  fetchProduct: (id: string) => Promise<Product>;
  showSale: (sale: NewSale) => void;
  showSales: (count: number, instead: readonly NewSale[]) => void;
  /** Whether sales are told while the page is hidden. */
  staysOpen: () => boolean;
}

/** A stream that opens later than this after the screen may begin behind what the screen does not show. */
const AT_ONCE_MS = 3000;

/** Follows the changes of one session, over one connection, until the returned function is called. */
export function startLiveSession({ token, queryClient, ...options }: LiveSessionOptions): () => void {
  const startedAt = Date.now();
  const refresh = createLiveRefresh({ queryClient, fetchProduct: options.fetchProduct });
  const notices = createSaleNotices({
    showOne: options.showSale,
    showCount: options.showSales,
    isOwn: (sale) => isOwnSale(queryClient, sale),
  });
  // Sales of just before the stream are brought to the screen, and not told as news.
  let hasBegun = false;
  const stopFollowing = followChanges({
    open: createLiveSource(token),
    onChange: (change) => {
      if (change.tipo === 'inicio' && Date.now() - startedAt > AT_ONCE_MS) refresh.refreshAll();
      if (change.tipo === 'inicio') hasBegun = true;
      if (change.tipo === 'pedido' && change.de === null && hasBegun) notices.arrived(change);
      refresh.refresh(change);
    },
    onConnection: (connected) => {
      setLiveInterrupted(!connected);
      if (!connected) return;
      markReachable();
      // What failed to load while the server was away.
      void queryClient.refetchQueries({
        type: 'active',
        predicate: ({ state }) => state.status === 'error' && state.fetchStatus === 'idle',
      });
    },
    onRefused: () => endSession(token, 'refused'),
    staysOpen: options.staysOpen,
  });

  return () => {
    stopFollowing();
    refresh.stop();
    notices.stop();
    setLiveInterrupted(false);
  };
}

/** A sale simulated in this tab is told by its own toast. */
export function isOwnSale(queryClient: QueryClient, { pedido_id }: NewSale): boolean | undefined {
  const simulated = queryClient
    .getMutationCache()
    .findAll({ mutationKey: getMutationKey(trpc.publication.simulateSale) });
  if (simulated.some(({ state }) => state.status === 'pending')) return undefined;
  return simulated.some(({ state }) => (state.data as SaleResponse | undefined)?.pedido === pedido_id);
}

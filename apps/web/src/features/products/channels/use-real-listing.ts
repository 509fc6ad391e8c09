import type { Marketplace } from '@esteira/domain/marketplaces';
import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { toastDetail } from '../../../lib/toasts';
import { useProductCache } from '../list/use-product-cache';

/** How a product stands on a real marketplace; null without a listing there, undefined while that is being read. */
export function useRealListing(id: string, marketplace: Marketplace) {
  // One call per card in sight; the client sends those of one moment together.
  const { data } = trpc.publication.states.useQuery({ ids: [id] });
  if (data === undefined) return undefined;
  return data.itens.find((listing) => listing.marketplace === marketplace) ?? null;
}

/** Publishing and unpublishing where it takes its time: nothing is shown before the server says so. */
export function useQueuedPublication() {
  const { reloadOne } = useProductCache();
  const utils = trpc.useUtils();
  const reload = (id: string) =>
    Promise.all([utils.publication.states.invalidate({ ids: [id] }), reloadOne(id)]);
  const publish = trpc.publication.publish.useMutation({
    onSuccess: ({ message }) => toast.success(message),
    onError: (error, { marketplace }) =>
      toastDetail(
        error,
        marketplace === 'amazon' ? 'Erro ao publicar na Amazon' : 'Erro ao publicar produto',
      ),
    onSettled: (_data, _error, { id }) => reload(id),
  });
  const unpublish = trpc.publication.unpublish.useMutation({
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toastDetail(error, 'Erro ao despublicar produto'),
    onSettled: (_data, _error, { id }) => reload(id),
  });
  return { publish, unpublish };
}

import type { Marketplace } from '@esteira/domain/marketplaces';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { waitedFor } from '../../../lib/reload';
import { toastLink } from '../../../lib/toast-link';
import { toastDetail, toastFailure } from '../../../lib/toasts';
import { paths } from '../../../paths';
import { useProductCache } from '../list/use-product-cache';
import type { Channel } from './channels';

/** The two marketplaces are documented apart. */
export function toastPublishFailure(error: unknown, marketplace: Marketplace): void {
  if (marketplace === 'amazon') toastDetail(error, 'Erro ao publicar na Amazon');
  else toastFailure(error, 'Erro ao publicar produto');
}

export const toastUnpublishFailure = (error: unknown) => toastFailure(error, 'Erro ao despublicar produto');

export function usePublish(channel: Channel) {
  const { patch, reloadOne } = useProductCache();
  return trpc.publication.publish.useMutation({
    onMutate: ({ id }) => patch(id, channel.published(true)),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error, { id }) => {
      toastPublishFailure(error, channel.marketplace);
      return patch(id, channel.published(false));
    },
    onSettled: (_data, error, { id }) => waitedFor(reloadOne(id), error),
  });
}

export function useUnpublish(channel: Channel) {
  const { patch, reloadOne } = useProductCache();
  return trpc.publication.unpublish.useMutation({
    onMutate: ({ id }) => patch(id, channel.published(false)),
    onSuccess: () => toast.success(channel.unpublished),
    onError: (error, { id }) => {
      toastUnpublishFailure(error);
      return patch(id, channel.published(true));
    },
    onSettled: (_data, error, { id }) => waitedFor(reloadOne(id), error),
  });
}

export function useSimulateSale() {
  const { reloadAfterSale } = useProductCache();
  const go = useNavigate();
  return trpc.publication.simulateSale.useMutation({
    onSuccess: ({ message, pedido }) => {
      const id = `venda-${pedido}`;
      toast.success(message, {
        id,
        action: toastLink({ path: paths.order(pedido), id, go, label: 'Ver pedido' }),
      });
    },
    onError: (error) => toastDetail(error, 'Erro ao simular venda'),
    onSettled: (_data, error, { id }) => waitedFor(reloadAfterSale(id), error),
  });
}

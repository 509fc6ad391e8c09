import { countText } from '@esteira/domain/text/count-text';
import type { Listing } from '@esteira/validators/marketplaces/listing';
import type { Product } from '@esteira/validators/products/product';
import { clsx } from 'clsx';
import { ExternalLink, TriangleAlert } from 'lucide-react';
import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { When } from '../../../lib/format/when';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { useProductCache } from '../list/use-product-cache';
import { CHANNELS, type Channel } from './channels';
import { LISTING_BADGES, type ListingAction, listingActions } from './listing-badges';
import { useAskAtLoss } from './use-ask-at-loss';
import { useListingState } from './use-listing-states';
import { toastPublishFailure, toastUnpublishFailure } from './use-publication';

interface RealChannelProps {
  product: Product;
  channel: Channel;
}

/** The state of a listing on a real marketplace, beside the marketplace's name. */
export function RealBadge({ product, channel }: RealChannelProps) {
  const listing = useListingState(product.id, channel.marketplace);
  if (!listing) return null;
  const { label, tone, icon } = LISTING_BADGES[listing.status];
  if (listing.status === 'publicado' && product.estoque === 0) {
    return (
      <Badge tone="warning" icon={TriangleAlert}>
        Publicado · sem estoque
      </Badge>
    );
  }
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}

/** Why it is as it is, since when, and what can be done about it. */
export function RealActions({ product, channel }: RealChannelProps) {
  const listing = useListingState(product.id, channel.marketplace);
  return (
    <div className="grid grid-cols-1 gap-2">
      {listing && <ListingStatusDetails listing={listing} />}
      <Buttons product={product} channel={channel} listing={listing} />
    </div>
  );
}

function ListingStatusDetails({ listing }: { listing: Listing }) {
  const { status, desejado, motivo, avisos, sincronizado_em, url } = listing;
  const isLeaving = status === 'na_fila' && desejado === 'pausado';
  if (!isLeaving && !motivo && avisos.length === 0 && !sincronizado_em && !url) return null;
  return (
    <div className="grid gap-1 text-[13px] text-muted">
      {isLeaving && <p>Saindo do ar</p>}
      {motivo && (
        <p
          className={clsx(
            '[overflow-wrap:anywhere]',
            status === 'erro' ? 'text-danger-text' : 'text-warning-text',
          )}
        >
          {motivo}
        </p>
      )}
      {avisos.length > 0 && (
        <details>
          <summary className="w-max cursor-pointer">{countText(avisos.length, 'aviso', 'avisos')}</summary>
          <ul className="list-disc pt-1 pl-4 [overflow-wrap:anywhere]">
            {avisos.map((aviso) => (
              <li key={aviso}>{aviso}</li>
            ))}
          </ul>
        </details>
      )}
      {(sincronizado_em || url) && (
        <p className="flex flex-wrap justify-between gap-x-3">
          {sincronizado_em && (
            <span>
              Última sincronização: <When date={sincronizado_em} />
            </span>
          )}
          {url && (
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className="inline-flex items-center gap-1 text-primary-text underline-offset-4 hover:underline"
            >
              Ver anúncio
              <ExternalLink aria-hidden className="size-3.5" />
            </a>
          )}
        </p>
      )}
    </div>
  );
}

function Buttons({ product, channel, listing }: RealChannelProps & { listing: Listing | null | undefined }) {
  const { publish, unpublish } = useQueuedPublication();
  const send = {
    publish: useSingleFlight(publish.mutateAsync),
    unpublish: useSingleFlight(unpublish.mutateAsync),
  };
  const target = { id: product.id, marketplace: channel.marketplace };
  const { ask, question } = useAskAtLoss(product, channel);
  const buttons: Record<ListingAction, { label: string; busy: boolean; onClick: () => unknown }> = {
    publish: {
      ...{ label: channel.publishLabel, busy: publish.isPending },
      onClick: () => ask(() => send.publish(target)),
    },
    retry: { label: 'Tentar novamente', busy: publish.isPending, onClick: () => send.publish(target) },
    unpublish: { label: 'Despublicar', busy: unpublish.isPending, onClick: () => send.unpublish(target) },
  };

  return (
    <div data-changes className="flex min-h-8 flex-wrap gap-2">
      {listing !== undefined &&
        listingActions(listing).map((action) => {
          const { label, ...button } = buttons[action];
          return (
            <Button key={action} size="sm" className="flex-1" {...button}>
              {label}
            </Button>
          );
        })}
      {question}
    </div>
  );
}

/** Publishing and unpublishing where it takes its time: nothing is shown before the server says so. */
export function useQueuedPublication() {
  const { reloadOne } = useProductCache();
  const utils = trpc.useUtils();
  const reload = (id: string) =>
    Promise.all([utils.publication.states.invalidate({ ids: [id] }), reloadOne(id)]);
  const publish = trpc.publication.publish.useMutation({
    onSuccess: ({ message }) => toast.success(message),
    onError: (error, { marketplace }) => toastPublishFailure(error, marketplace),
    onSettled: (_data, _error, { id }) => reload(id),
  });
  const unpublish = trpc.publication.unpublish.useMutation({
    onSuccess: ({ message, na_fila }, { marketplace }) =>
      toast.success(
        na_fila ? message : CHANNELS.find((each) => each.marketplace === marketplace)?.unpublished,
      ),
    onError: toastUnpublishFailure,
    onSettled: (_data, _error, { id }) => reload(id),
  });
  return { publish, unpublish };
}

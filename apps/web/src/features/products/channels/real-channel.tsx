import type { Listing } from '@esteira/validators/listing';
import type { Product } from '@esteira/validators/product';
import { clsx } from 'clsx';
import { ExternalLink } from 'lucide-react';
import { When } from '../../../lib/format/when';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import type { Channel } from './channels';
import { LISTING_LOOK, type ListingAction, listingActions } from './listing-badges';
import { useQueuedPublication, useRealListing } from './use-real-listing';

interface RealChannelProps {
  product: Product;
  channel: Channel;
}

/** The state of a listing on a real marketplace, beside the marketplace's name. */
export function RealBadge({ product, channel }: RealChannelProps) {
  const listing = useRealListing(product.id, channel.marketplace);
  if (!listing) return null;
  const { label, tone, icon } = LISTING_LOOK[listing.status];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}

/** Why it is as it is, since when, and what can be done about it. */
export function RealActions({ product, channel }: RealChannelProps) {
  const listing = useRealListing(product.id, channel.marketplace);
  return (
    <div className="col-span-3 grid grid-cols-1 gap-2">
      {listing && <Story listing={listing} />}
      <Buttons product={product} channel={channel} listing={listing} />
    </div>
  );
}

function Story({ listing }: { listing: Listing }) {
  const { status, desejado, motivo, avisos, sincronizado_em, url } = listing;
  const isLeaving = status === 'na_fila' && desejado === 'pausado';
  if (!isLeaving && !motivo && avisos.length === 0 && !sincronizado_em && !url) return null;
  return (
    <div className="grid gap-1 text-[13px] text-muted">
      {isLeaving && <p>Aguardando para sair do ar</p>}
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
          <summary className="w-max cursor-pointer">
            {avisos.length === 1 ? '1 aviso' : `${avisos.length} avisos`}
          </summary>
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
  const buttons: Record<ListingAction, { label: string; busy: boolean; onClick: () => unknown }> = {
    publish: { label: channel.publishLabel, busy: publish.isPending, onClick: () => send.publish(target) },
    retry: { label: 'Tentar novamente', busy: publish.isPending, onClick: () => send.publish(target) },
    unpublish: { label: 'Despublicar', busy: unpublish.isPending, onClick: () => send.unpublish(target) },
  };

  return (
    <div className="flex min-h-8 flex-wrap gap-2">
      {listing !== undefined &&
        listingActions(listing).map((action) => {
          const { label, ...button } = buttons[action];
          return (
            <Button key={action} size="sm" className="flex-1" {...button}>
              {label}
            </Button>
          );
        })}
    </div>
  );
}

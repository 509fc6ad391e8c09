import { MARKETPLACE_NAMES } from '@esteira/domain/marketplaces';
import type { IntegrationStatus } from '@esteira/validators/marketplaces/integration';
import type { Product } from '@esteira/validators/products/product';
import { Check, TriangleAlert } from 'lucide-react';
import { lazyPart } from '../../../../lib/lazy-part';
import { MarketplaceMark } from '../../../../parts/marketplace-mark';
import { CHANNELS, type Channel } from '../../channels/channels';

// Only where a marketplace is real.
const RealBadge = lazyPart(() => import('../../channels/real-channel'), 'RealBadge');

interface ListingCellProps {
  product: Product;
  modes: IntegrationStatus | undefined;
}

/** How the product stands on each marketplace; nothing where it is not for sale. */
export function ListingCell({ product, modes }: ListingCellProps) {
  return (
    <span className="grid justify-items-start gap-0.5 leading-tight">
      {CHANNELS.map((channel) => (
        <ChannelState key={channel.marketplace} product={product} channel={channel} modes={modes} />
      ))}
    </span>
  );
}

function ChannelState({ product, channel, modes }: ListingCellProps & { channel: Channel }) {
  if (modes?.[channel.marketplace].modo === 'real') {
    return <RealBadge product={product} channel={channel} />;
  }
  if (!channel.isPublished(product)) return null;
  const Icon = product.estoque > 0 ? Check : TriangleAlert;
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      <MarketplaceMark marketplace={channel.marketplace} />
      <Icon
        aria-hidden
        className={product.estoque > 0 ? 'size-3.5 text-success-text' : 'size-3.5 text-warning-text'}
      />
      <span className="sr-only">{MARKETPLACE_NAMES[channel.marketplace]}: </span>
      <span className={product.estoque > 0 ? 'text-success-text' : 'text-warning-text'}>
        {product.estoque > 0 ? 'Publicado' : 'Sem estoque'}
      </span>
    </span>
  );
}

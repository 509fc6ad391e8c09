import { MARKETPLACE_NAMES } from '@esteira/domain/marketplaces';
import { formatMoney } from '@esteira/domain/money';
import { marginOf, profitOf } from '@esteira/domain/profit/gross-profit';
import type { Product } from '@esteira/validators/products/product';
import { clsx } from 'clsx';
import { Check, TriangleAlert } from 'lucide-react';
import { trpc } from '../../../lib/data/trpc';
import { useSeveralAccounts } from '../../../lib/data/use-accounts';
import { formatPercent } from '../../../lib/format/figures';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { lazyOffer, lazyPart } from '../../../lib/lazy-part';
import { MarketplaceMark } from '../../../parts/marketplace-mark';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import type { Channel } from './channels';
import { usePublish, useSimulateSale, useUnpublish } from './use-publication';

export const NetLine = lazyOffer(() => import('./net-line'), 'NetLine', <p className="col-span-3 h-5" />);
// Only where a marketplace is real.
const RealBadge = lazyPart(() => import('./real-channel'), 'RealBadge');
const RealActions = lazyPart(() => import('./real-channel'), 'RealActions', {
  fallback: <div className="col-span-3 h-8" />,
});

// Only where there are several accounts.
const ChannelAccounts = lazyPart(() => import('./channel-accounts'), 'ChannelAccounts', {
  fallback: <div className="col-span-3 h-8" />,
});

interface ChannelRowProps {
  product: Product;
  channel: Channel;
  price: number;
}

/** Everything about one product on one marketplace. */
export function ChannelRow({ product, channel, price }: ChannelRowProps) {
  const prices = { preco_venda: price, preco_fornecedor: product.preco_fornecedor };
  const profit = profitOf(prices);
  const margin = marginOf(prices);
  const name = MARKETPLACE_NAMES[channel.marketplace];
  const published = channel.isPublished(product);
  const modes = trpc.integrations.status.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const several = useSeveralAccounts().filter(({ marketplace }) => marketplace === channel.marketplace);
  const real = modes.data?.[channel.marketplace].modo === 'real';

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
    <div
      role="group"
      aria-label={`${name}, ${product.nome}`}
      className="grid grid-cols-[auto_1fr_auto] items-center gap-2 border-border border-t px-4 py-3"
    >
      <MarketplaceMark marketplace={channel.marketplace} />
      <h3 className="min-h-6 content-center font-medium text-[13px]">{name}</h3>
      {real ? (
        <RealBadge product={product} channel={channel} />
      ) : (
        published && <PublishedBadge inStock={product.estoque > 0} />
      )}
      <dl className="tabular col-span-3 flex flex-wrap items-baseline gap-x-1.5 gap-y-1">
        <dt className="text-[13px] text-muted">Preço</dt>
        <dd className="whitespace-nowrap font-medium">{formatMoney(price)}</dd>
        <dt className="ml-auto text-[13px] text-muted">Lucro</dt>
        <dd
          className={clsx(
            'whitespace-nowrap font-medium',
            profit < 0 ? 'text-danger-text' : 'text-success-text',
          )}
        >
          {formatMoney(profit)}
          {margin !== null && (
            <span className="font-normal text-[13px] text-muted"> · {formatPercent(margin)}</span>
          )}
        </dd>
      </dl>
      <NetLine product={product} marketplace={channel.marketplace} />
      {several.length > 0 && <ChannelAccounts product={product} channel={channel} accounts={several} />}
      {real ? (
        <RealActions product={product} channel={channel} />
      ) : (
        <ChannelActions product={product} channel={channel} published={published} />
      )}
    </div>
  );
}

/** Without stock it cannot be bought, though the listing is there. */
function PublishedBadge({ inStock }: { inStock: boolean }) {
  return (
    <Badge tone={inStock ? 'success' : 'warning'} icon={inStock ? Check : TriangleAlert}>
      {inStock ? 'Publicado' : 'Publicado · sem estoque'}
    </Badge>
  );
}

interface ChannelActionsProps {
  product: Product;
  channel: Channel;
  published: boolean;
}

function ChannelActions({ product, channel, published }: ChannelActionsProps) {
  const publish = usePublish(channel);
  const unpublish = useUnpublish(channel);
  const sale = useSimulateSale();
  const send = {
    publish: useSingleFlight(publish.mutateAsync),
    unpublish: useSingleFlight(unpublish.mutateAsync),
    sale: useSingleFlight(sale.mutateAsync),
  };
  const target = { id: product.id, marketplace: channel.marketplace };
  // The badge has changed already; the buttons wait until the server has stored the desired state.
  const busy = publish.isPending || unpublish.isPending;

  return (
    <div data-changes className="col-span-3 flex flex-wrap gap-2">
      {published && !publish.isPending ? (
        <>
          <Button
            size="sm"
            className="flex-1"
            busy={unpublish.isPending}
            onClick={() => send.unpublish(target)}
          >
            Despublicar
          </Button>
          <Button
            size="sm"
            className="flex-1"
            busy={sale.isPending}
            onClick={() => send.sale({ ...target, quantidade: 1 })}
          >
            Simular Venda
          </Button>
        </>
      ) : (
        <Button size="sm" className="flex-1" busy={busy} onClick={() => send.publish(target)}>
          {channel.publishLabel}
        </Button>
      )}
    </div>
  );
}

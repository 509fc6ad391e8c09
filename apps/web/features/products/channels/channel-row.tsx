import { MARKETPLACE_NAMES } from '@esteira/domain/marketplaces';
import { formatMoney } from '@esteira/domain/money';
import { marginOf, profitOf } from '@esteira/domain/profit/gross-profit';
import type { Product } from '@esteira/validators/products/product';
import { clsx } from 'clsx';
import { Check, CircleMinus, ShoppingCart, TriangleAlert } from 'lucide-react';
import { trpc } from '../../../lib/data/trpc';
import { useSeveralAccounts } from '../../../lib/data/use-accounts';
import { formatPercent } from '../../../lib/format/figures';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { lazyOffer, lazyPart } from '../../../lib/lazy-part';
import { MarketplaceMark } from '../../../parts/marketplace-mark';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import type { Channel } from './channels';
import { useAskAtLoss } from './use-ask-at-loss';
import { usePublish, useSimulateSale, useUnpublish } from './use-publication';

export const NetLine = lazyOffer(() => import('./net-line'), 'NetLine', <p className="h-5 flex-1" />);
// Only where a marketplace is real.
const RealBadge = lazyPart(() => import('./real-channel'), 'RealBadge');
const RealActions = lazyPart(() => import('./real-channel'), 'RealActions', {
  fallback: <div className="h-8" />,
});

// Only where there are several accounts.
const ChannelAccounts = lazyPart(() => import('./channel-accounts'), 'ChannelAccounts', {
  fallback: <div className="h-8" />,
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
  const published = channel.isPublished(product);
  const modes = trpc.integrations.status.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const several = useSeveralAccounts().filter(({ marketplace }) => marketplace === channel.marketplace);
  const real = modes.data?.[channel.marketplace].modo === 'real';

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
    <div
      role="group"
      aria-label={`${MARKETPLACE_NAMES[channel.marketplace]}, ${product.nome}`}
      className="grid grid-cols-1 gap-1 border-border border-t px-3 py-2"
    >
      <div className="flex min-h-6 flex-wrap items-center gap-x-2">
        <MarketplaceMark marketplace={channel.marketplace} />
        <dl className="tabular flex flex-1 flex-wrap items-baseline gap-x-1.5">
          <dt className="sr-only">Preço</dt>
          <dd className="mr-1.5 whitespace-nowrap font-medium">{formatMoney(price)}</dd>
          <dt className="text-[13px] text-muted">Lucro</dt>
          <dd
            className={clsx(
              'whitespace-nowrap font-medium text-[13px]',
              profit < 0 ? 'text-danger-text' : 'text-success-text',
            )}
          >
            {formatMoney(profit)}
            {margin !== null && (
              <span className="@max-[390px]:hidden font-normal text-muted"> · {formatPercent(margin)}</span>
            )}
          </dd>
        </dl>
        {real ? (
          <RealBadge product={product} channel={channel} />
        ) : (
          published && <PublishedBadge inStock={product.estoque > 0} />
        )}
      </div>
      <div className={clsx('items-center gap-2', !real && 'flex')}>
        <NetLine product={product} marketplace={channel.marketplace} />
        {!real && <ChannelActions product={product} channel={channel} published={published} />}
      </div>
      {several.length > 0 && <ChannelAccounts product={product} channel={channel} accounts={several} />}
      {real && <RealActions product={product} channel={channel} />}
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
  const isOnSale = published && !publish.isPending;
  const { ask, question } = useAskAtLoss(product, channel);

  return (
    <div data-changes className="flex shrink-0 gap-1">
      {isOnSale && (
        <Button
          size="sm"
          className={DENSE}
          title="Simular Venda"
          busy={sale.isPending}
          onClick={() => send.sale({ ...target, quantidade: 1 })}
        >
          {!sale.isPending && <ShoppingCart aria-hidden className="@min-[390px]:hidden" />}
          <span className="@max-[390px]:sr-only">Simular Venda</span>
        </Button>
      )}
      {/* One button for both, so that the focus stays on it. */}
      <Button
        size="sm"
        className={DENSE}
        title={isOnSale ? 'Despublicar' : undefined}
        busy={busy}
        onClick={() => (isOnSale ? send.unpublish(target) : ask(() => send.publish(target)))}
      >
        {isOnSale && !busy && <CircleMinus aria-hidden />}
        <span className={clsx(isOnSale && 'sr-only')}>{isOnSale ? 'Despublicar' : channel.publishLabel}</span>
      </Button>
      {question}
    </div>
  );
}

const DENSE = 'h-7! px-2! text-xs! max-sm:h-10!';

import { MARKETPLACE_NAMES } from '@esteira/domain/marketplaces';
import { formatMoney } from '@esteira/domain/money';
import { marginOf, profitOf } from '@esteira/domain/profit';
import type { Product } from '@esteira/validators/product';
import { clsx } from 'clsx';
import { CircleCheck } from 'lucide-react';
import { formatPercent } from '../../lib/figures';
import { MarketplaceMark } from '../../lib/marketplace-mark';
import { useSingleFlight } from '../../lib/use-single-flight';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import type { Channel } from './channels';
import { usePublish, useSimulateSale, useUnpublish } from './use-publication';

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

  return (
    <section aria-label={name} className="grid gap-2 border-border border-t px-4 py-3">
      <div className="flex min-h-6 items-center gap-2">
        <MarketplaceMark marketplace={channel.marketplace} />
        <h3 className="flex-1 font-medium text-[13px]">{name}</h3>
        {published && (
          <Badge tone="success" icon={CircleCheck}>
            Publicado
          </Badge>
        )}
      </div>
      <dl className="tabular flex flex-wrap justify-between gap-x-4 gap-y-1">
        <div className="flex items-baseline gap-1.5">
          <dt className="text-[13px] text-muted">Preço</dt>
          <dd className="whitespace-nowrap font-medium">{formatMoney(price)}</dd>
        </div>
        <div className="flex items-baseline gap-1.5">
          <dt className="text-[13px] text-muted">Lucro</dt>
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
        </div>
      </dl>
      <ChannelActions product={product} channel={channel} published={published} />
    </section>
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
  // The badge has changed already, the buttons wait for the server: nothing can be asked of a wish.
  const busy = publish.isPending || unpublish.isPending;

  return (
    <div className="flex flex-wrap gap-2">
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

import type { ProductName } from '@esteira/validators/products/product';
import type { BulkWords } from '../../../parts/bulk/bulk-outcome';
import { CHANNELS, type Channel, lossOf } from '../channels/channels';

export interface BulkAction {
  kind: 'publish' | 'unpublish';
  channel: Channel;
  label: string;
  /** The products that it can be done to. */
  ready: ProductName[];
  /** Those that each sale of would lose money. */
  losing: ProductName[];
}

const skipped = ['não enviado', 'não enviados'] as const;

/** '2 publicados, 1 não enviado', as the result counts them. */
export const WORDS: Record<BulkAction['kind'], BulkWords> = {
  publish: { done: ['publicado', 'publicados'], skipped },
  unpublish: { done: ['despublicado', 'despublicados'], skipped },
};

/** What a failure is called when the server gives no reason (docs/product-rules/web-app.md#error-messages). */
export function failureOf({ kind, channel }: BulkAction): string {
  if (kind === 'unpublish') return 'Erro ao despublicar produto';
  return channel.marketplace === 'amazon' ? 'Erro ao publicar na Amazon' : 'Erro ao publicar produto';
}

/** What can be done to the products: what has a price is published, unless at a loss, and what is published is taken off sale. */
export function listActions(products: readonly ProductName[], withLosses: boolean): BulkAction[] {
  const publishing = CHANNELS.map((channel): BulkAction => {
    const open = products.filter((each) => !channel.isPublished(each) && channel.priceOf(each) !== null);
    const losing = open.filter((each) => lossOf(each, channel) > 0);
    const ready = withLosses ? open : open.filter((each) => !losing.includes(each));
    return { kind: 'publish', channel, label: channel.publishLabel, ready, losing };
  });
  const unpublishing = CHANNELS.map((channel): BulkAction => {
    const ready = products.filter(channel.isPublished);
    return { kind: 'unpublish', channel, label: channel.unpublishLabel, ready, losing: [] };
  });
  return [...publishing, ...unpublishing];
}

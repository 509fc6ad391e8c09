import { at, centsAt, listAt, numberAt, textAt } from '../../http/json';
import type { ListingState } from '../../port';
import { requiredText } from '../answer';
import { issueSentences } from './reasons';

/** Where a product page is found; only Brazil's is known. */
const PRODUCT_PAGES: Readonly<Record<string, string>> = { A2Q3Y263D00KWC: 'https://www.amazon.com.br/dp/' };

/**
 * Reads a listing as getListingsItem tells it. On Amazon pausing is stock zero, so a listing without stock is
 * `out_of_stock`: it comes back with the next unit. An ERROR of an old submission does not matter while it sells.
 */
export function toListingState(body: unknown, { sku, marketplaceId }: ListingKey): ListingState {
  requiredText(body, 'sku', 'getListingsItem');
  const mine = (item: unknown) => textAt(item, 'marketplaceId') === marketplaceId;
  const summary = listAt(body, 'summaries').find(mine);
  const { erros } = issueSentences(body, marketplaceId);
  const estoque = stockOf(body);
  const buyable = listAt(summary, 'status').includes('BUYABLE');
  const asin = textAt(summary, 'asin');
  const page = PRODUCT_PAGES[marketplaceId];
  const base = {
    id_externo: sku,
    preco_centavos: priceOf(body, marketplaceId),
    estoque,
    url: asin && page ? page + asin : null,
  };
  if (estoque === 0)
    return { ...base, status: 'out_of_stock', motivos: ['O anúncio está sem estoque na Amazon.'] };
  if (buyable) return { ...base, status: 'live', motivos: [] };
  if (erros.length > 0) return { ...base, status: 'rejected', motivos: erros };
  return { ...base, status: 'processing', motivos: ['A Amazon ainda está processando o anúncio.'] };
}

type ListingKey = { sku: string; marketplaceId: string };

/** The seller's own stock; Amazon's warehouses have other channel codes. */
function stockOf(body: unknown): number | null {
  const own = listAt(body, 'fulfillmentAvailability').find(
    (entry) => textAt(entry, 'fulfillmentChannelCode') === 'DEFAULT',
  );
  return numberAt(own, 'quantity');
}

/** What buyers see; before the offer is live, the price that was sent. */
function priceOf(body: unknown, marketplaceId: string): number | null {
  const offer = listAt(body, 'offers').find(
    (entry) => textAt(entry, 'marketplaceId') === marketplaceId && textAt(entry, 'offerType') === 'B2C',
  );
  const sent = listAt(body, 'attributes', 'purchasable_offer').find((entry) => {
    const audience = textAt(entry, 'audience');
    return textAt(entry, 'marketplace_id') === marketplaceId && (audience === null || audience === 'ALL');
  });
  return (
    centsAt(offer, 'price', 'amount') ?? centsAt(at(sent, 'our_price', 0, 'schedule', 0), 'value_with_tax')
  );
}

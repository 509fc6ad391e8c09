import { at, centsAt, listAt, textAt } from '../../http/json';
import type { ListingProduct } from '../../port';
import { availability, CONDITION_TYPES, PRODUCT_TYPE, purchasableOffer } from './draft';

/** `merge` leaves the handling time of the listing as it is; `replace` would drop it. */
export function toStockPatch(estoque: number): Patch {
  return { op: 'merge', path: '/attributes/fulfillment_availability', value: [availability(estoque)] };
}

/**
 * Sets the price of one unit for everybody, in cents. A replaced attribute loses all that is not sent, so the offers
 * go back as the listing was read with them: minimum and maximum, promotions, the offer for companies.
 */
export function toPricePatch(listing: unknown, { preco_centavos, marketplaceId }: Priced): Patch {
  const offers = listAt(listing, 'attributes', 'purchasable_offer');
  const own = findPublicOffer(listing, marketplaceId);
  const priced = { ...Object(own), ...purchasableOffer(preco_centavos, marketplaceId) };
  const value =
    own === undefined ? [...offers, priced] : offers.map((each) => (each === own ? priced : each));
  return { op: 'replace', path: '/attributes/purchasable_offer', value };
}

type Priced = Pick<ListingProduct, 'preco_centavos'> & { marketplaceId: string };

/** The offer for everybody that was sent to the marketplace. */
export function findPublicOffer(listing: unknown, marketplaceId: string): unknown {
  return listAt(listing, 'attributes', 'purchasable_offer').find((entry) => {
    const audience = textAt(entry, 'audience');
    return textAt(entry, 'marketplace_id') === marketplaceId && (audience === null || audience === 'ALL');
  });
}

/** The price of it, in cents. */
export function findSentPrice(listing: unknown, marketplaceId: string): number | null {
  const offer = findPublicOffer(listing, marketplaceId);
  return centsAt(at(offer, 'our_price', 0, 'schedule', 0), 'value_with_tax');
}

/** What differs between a listing of an earlier publication and its product. */
export function toPatches(
  listing: unknown,
  produto: Pick<ListingProduct, 'condicao' | 'estoque' | 'preco_centavos'>,
  { asin, marketplaceId }: { asin: string; marketplaceId: string },
): Patch[] {
  const hasPage = listAt(listing, 'summaries').some((summary) => textAt(summary, 'asin') === asin);
  const named = (attribute: string, value: string): Patch[] => {
    if (textAt(listing, 'attributes', attribute, 0, 'value') === value) return [];
    const marked = { value, marketplace_id: marketplaceId };
    return [{ op: 'replace', path: `/attributes/${attribute}`, value: [marked] }];
  };
  const { preco_centavos } = produto;
  const isPriced = findSentPrice(listing, marketplaceId) === preco_centavos;
  return [
    ...(hasPage ? [] : named('merchant_suggested_asin', asin)),
    ...named('condition_type', CONDITION_TYPES[produto.condicao]),
    ...(isPriced ? [] : [toPricePatch(listing, { preco_centavos, marketplaceId })]),
    ...(isFulfilledByAmazon(listing) ? [] : [toStockPatch(produto.estoque)]),
  ];
}

/** Whether units of it are in Amazon's warehouses: any channel but the seller's own. */
export function isFulfilledByAmazon(listing: unknown): boolean {
  const rows = [
    ...listAt(listing, 'fulfillmentAvailability').map((row) => textAt(row, 'fulfillmentChannelCode')),
    ...listAt(listing, 'attributes', 'fulfillment_availability').map((row) =>
      textAt(row, 'fulfillment_channel_code'),
    ),
  ];
  return rows.some((code) => code !== null && code !== 'DEFAULT');
}

/** One change of a listing, as patchListingsItem takes it. */
export type Patch = { op: 'merge' | 'replace'; path: string; value: readonly unknown[] };

/** The body of patchListingsItem. */
export function toPatchBody(patches: readonly Patch[]): unknown {
  return { productType: PRODUCT_TYPE, patches };
}

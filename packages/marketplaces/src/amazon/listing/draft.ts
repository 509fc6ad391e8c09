import type { ListingCondition } from '@esteira/domain/listing';
import type { ListingProduct } from '../../port';

/** Amazon grades used goods; the product form does not, so the middle grade is told (and said to the seller). */
export const CONDITION_TYPES = {
  novo: 'new_new',
  usado: 'used_good',
  recondicionado: 'refurbished_refurbished',
} as const satisfies Record<ListingCondition, string>;

/** Offers on an existing catalogue item need no product type of their own (marketplaces.md §2.4). */
const PRODUCT_TYPE = 'PRODUCT';

/** The body that offers the product on an ASIN of the catalogue: condition, stock and price, nothing else. */
export function offerBody(
  produto: Pick<ListingProduct, 'condicao' | 'estoque' | 'preco_centavos'>,
  { asin, marketplaceId }: { asin: string; marketplaceId: string },
): unknown {
  return {
    productType: PRODUCT_TYPE,
    requirements: 'LISTING_OFFER_ONLY',
    attributes: {
      merchant_suggested_asin: [{ value: asin, marketplace_id: marketplaceId }],
      condition_type: [{ value: CONDITION_TYPES[produto.condicao], marketplace_id: marketplaceId }],
      fulfillment_availability: [availability(produto.estoque)],
      purchasable_offer: [purchasableOffer(produto.preco_centavos, marketplaceId)],
    },
  };
}

/** `merge` leaves the handling time of the listing as it is; `replace` would drop it (marketplaces.md §2.4). */
export function stockPatch(estoque: number): unknown {
  return patch('merge', 'fulfillment_availability', availability(estoque));
}

/** Sets the price of one unit, in cents. */
export function pricePatch(preco_centavos: number, marketplaceId: string): unknown {
  return patch('replace', 'purchasable_offer', purchasableOffer(preco_centavos, marketplaceId));
}

function patch(op: 'merge' | 'replace', attribute: string, value: unknown): unknown {
  return { productType: PRODUCT_TYPE, patches: [{ op, path: `/attributes/${attribute}`, value: [value] }] };
}

function availability(quantity: number): unknown {
  return { fulfillment_channel_code: 'DEFAULT', quantity };
}

function purchasableOffer(preco_centavos: number, marketplaceId: string): unknown {
  return {
    marketplace_id: marketplaceId,
    currency: 'BRL',
    our_price: [{ schedule: [{ value_with_tax: preco_centavos / 100 }] }],
  };
}

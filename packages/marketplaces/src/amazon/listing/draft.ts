import { createHash } from 'node:crypto';
import type { ListingCondition } from '@esteira/domain/products/listing';
import type { ListingProduct } from '../../port';

/** Amazon's limit for a seller SKU. */
export const MAX_SKU_LENGTH = 40;

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The seller SKU that addresses the product's listing: the one it was published under, whatever its SKU became
 * since; else its own, else one that is always the same for its id. So publishing again meets the same listing.
 */
export function toSellerSku({
  id,
  id_externo,
  sku,
}: Pick<ListingProduct, 'id' | 'id_externo' | 'sku'>): string {
  if (id_externo) return id_externo;
  const own = sku?.trim();
  if (own) return own;
  const hash = createHash('sha256').update(`amazon:${id}`).digest();
  return `EST-${[...hash.subarray(0, 12)].map((byte) => CROCKFORD.charAt(byte % 32)).join('')}`;
}

/** Amazon grades used goods; the product form does not, so the middle grade is told (and said to the seller). */
export const CONDITION_TYPES = {
  novo: 'new_new',
  usado: 'used_good',
  recondicionado: 'refurbished_refurbished',
} as const satisfies Record<ListingCondition, string>;

/** Offers on an existing catalogue item need no product type of their own. */
export const PRODUCT_TYPE = 'PRODUCT';

/** The body that offers the product on an ASIN of the catalogue: condition, stock and price, nothing else. */
export function toOfferBody(
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

/** The seller's own stock, as it is sent. */
export function availability(quantity: number): unknown {
  return { fulfillment_channel_code: 'DEFAULT', quantity };
}

/** The price for everybody, as it is sent. */
export function purchasableOffer(preco_centavos: number, marketplaceId: string): object {
  return {
    marketplace_id: marketplaceId,
    currency: 'BRL',
    our_price: [{ schedule: [{ value_with_tax: preco_centavos / 100 }] }],
  };
}

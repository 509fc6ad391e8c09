import { createHash } from 'node:crypto';
import type { ListingProduct } from '../../port';

/** Amazon's limit for a seller SKU. */
export const MAX_SKU_LENGTH = 40;

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The seller SKU that addresses the product's listing: the one it was published under, whatever its SKU became
 * since; else its own, else one that is always the same for its id. So publishing again meets the same listing.
 */
export function sellerSkuOf({
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

import { MARKETPLACE_OF, MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import { PRICE_FIELD, PUBLISHED_FIELD } from '@esteira/domain/products/channels';
import type { Product } from '@esteira/validators/products/product';

type Prices = Pick<Product, (typeof PRICE_FIELD)[Marketplace]>;
type Published = Pick<Product, (typeof PUBLISHED_FIELD)[Marketplace]>;

/** Why a product cannot get these prices: a listing needs a price above zero for as long as it stands. Null: it can. */
export function findUnsellable(stored: Published, prices: Prices): string | null {
  for (const marketplace of MARKETPLACES) {
    const price = prices[PRICE_FIELD[marketplace]];
    if (!stored[PUBLISHED_FIELD[marketplace]] || (price !== null && price !== 0)) continue;
    return `Despublique ${MARKETPLACE_OF[marketplace]} antes de ${price === null ? 'remover' : 'zerar'} o preço`;
  }
  return null;
}

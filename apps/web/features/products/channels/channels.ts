import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import { PRICE_FIELD, PUBLISHED_FIELD, publishedFlag } from '@esteira/domain/products/channels';
import { profitOf } from '@esteira/domain/profit/gross-profit';
import type { Product, ProductName } from '@esteira/validators/products/product';

export interface Channel {
  marketplace: Marketplace;
  /** 'Publicar no ML', 'Publicar na Amazon'. */
  publishLabel: string;
  /** Where the marketplace is not said beside it. */
  unpublishLabel: string;
  /** 'Produto despublicado do ML!'. */
  unpublished: string;
  /** The price there; null where the product is not for sale there. */
  priceOf: (product: ProductName) => number | null;
  isPublished: (product: ProductName) => boolean;
  published: (publicado: boolean) => Partial<Product>;
}

/** Mercado Livre is 'ML' on a button, which has little room. */
const NAMES: Record<Marketplace, { on: string; from: string }> = {
  mercadolivre: { on: 'no ML', from: 'do ML' },
  amazon: { on: 'na Amazon', from: 'da Amazon' },
};

/** How a product stands on each marketplace. */
export const CHANNELS: Channel[] = MARKETPLACES.map((marketplace) => ({
  marketplace,
  publishLabel: `Publicar ${NAMES[marketplace].on}`,
  unpublishLabel: `Despublicar ${NAMES[marketplace].from}`,
  unpublished: `Produto despublicado ${NAMES[marketplace].from}!`,
  priceOf: (product) => product[PRICE_FIELD[marketplace]],
  isPublished: (product) => product[PUBLISHED_FIELD[marketplace]],
  published: (publicado) => publishedFlag(marketplace, publicado),
}));

/** What each sale there loses, in reais, before fees and freight; 0 where it loses nothing or has no price. */
export function lossOf(product: ProductName, { priceOf }: Channel): number {
  const preco_venda = priceOf(product);
  if (preco_venda === null) return 0;
  return Math.max(0, -profitOf({ preco_venda, preco_fornecedor: product.preco_fornecedor }));
}

import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import { PRICE_FIELD, PUBLISHED_FIELD, publishedFlag } from '@esteira/domain/products/channels';
import type { Product } from '@esteira/validators/products/product';

export interface Channel {
  marketplace: Marketplace;
  /** 'Publicar no ML', 'Publicar na Amazon'. */
  publishLabel: string;
  /** 'Produto despublicado do ML!'. */
  unpublished: string;
  /** The price there; null where the product is not for sale there. */
  priceOf: (product: Product) => number | null;
  isPublished: (product: Product) => boolean;
  published: (publicado: boolean) => Partial<Product>;
}

/** Mercado Livre is 'ML' on a button, which has little room. */
const LABELS: Record<Marketplace, Pick<Channel, 'publishLabel' | 'unpublished'>> = {
  mercadolivre: { publishLabel: 'Publicar no ML', unpublished: 'Produto despublicado do ML!' },
  amazon: { publishLabel: 'Publicar na Amazon', unpublished: 'Produto despublicado da Amazon!' },
};

/** How a product stands on each marketplace. */
export const CHANNELS: Channel[] = MARKETPLACES.map((marketplace) => ({
  marketplace,
  ...LABELS[marketplace],
  priceOf: (product) => product[PRICE_FIELD[marketplace]],
  isPublished: (product) => product[PUBLISHED_FIELD[marketplace]],
  published: (publicado) => publishedFlag(marketplace, publicado),
}));

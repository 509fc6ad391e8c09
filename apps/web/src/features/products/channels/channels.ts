import type { Marketplace } from '@esteira/domain/marketplaces';
import type { Product } from '@esteira/validators/product';

interface Channel {
  marketplace: Marketplace;
  /** 'Publicar no ML', 'Publicar na Amazon' (spec §2). */
  publishLabel: string;
  /** 'Produto despublicado do ML!' (spec §8). */
  unpublished: string;
  /** The price there; null where the product is not for sale there. */
  priceOf: (product: Product) => number | null;
  isPublished: (product: Product) => boolean;
  published: (publicado: boolean) => Partial<Product>;
}

/** How a product stands on each marketplace: its fields are named apart in the contract (spec §3). */
export const CHANNELS: Channel[] = [
  {
    marketplace: 'mercadolivre',
    publishLabel: 'Publicar no ML',
    unpublished: 'Produto despublicado do ML!',
    priceOf: (product) => product.preco_venda_ml,
    isPublished: (product) => product.publicado_ml,
    published: (publicado_ml) => ({ publicado_ml }),
  },
  {
    marketplace: 'amazon',
    publishLabel: 'Publicar na Amazon',
    unpublished: 'Produto despublicado da Amazon!',
    priceOf: (product) => product.preco_venda_amazon,
    isPublished: (product) => product.publicado_amazon,
    published: (publicado_amazon) => ({ publicado_amazon }),
  },
];

export type { Channel };

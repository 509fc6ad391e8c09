import { MARKETPLACES, type Marketplace } from '../marketplaces';

/** The field of a product, and its column, with the sale price on each marketplace. */
export const PRICE_FIELD = {
  mercadolivre: 'preco_venda_ml',
  amazon: 'preco_venda_amazon',
} as const satisfies Record<Marketplace, string>;

/** The field of a product, and its column, that says whether it is for sale on each marketplace. */
export const PUBLISHED_FIELD = {
  mercadolivre: 'publicado_ml',
  amazon: 'publicado_amazon',
} as const satisfies Record<Marketplace, string>;

type PublishedField = (typeof PUBLISHED_FIELD)[Marketplace];

/** The change of a product that puts it on sale there, or takes it off. */
export function publishedFlag(
  marketplace: Marketplace,
  publicado: boolean,
): Partial<Record<PublishedField, boolean>> {
  return { [PUBLISHED_FIELD[marketplace]]: publicado };
}

/** Which publication a product list can be narrowed to. */
export const PUBLICATION_FILTERS = [...MARKETPLACES, 'nenhum'] as const;

export type PublicationFilter = (typeof PUBLICATION_FILTERS)[number];

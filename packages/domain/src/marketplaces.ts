/** The marketplaces a product can be published on. */
export const MARKETPLACES = ['mercadolivre', 'amazon'] as const;

export type Marketplace = (typeof MARKETPLACES)[number];

/** Their names as shown. */
export const MARKETPLACE_NAMES = {
  mercadolivre: 'Mercado Livre',
  amazon: 'Amazon',
} as const satisfies Record<Marketplace, string>;

/** Their names after a verb: 'não está publicado …'. */
export const MARKETPLACE_IN = {
  mercadolivre: 'no Mercado Livre',
  amazon: 'na Amazon',
} as const satisfies Record<Marketplace, string>;

/** Their names after a noun: 'o preço …', 'a conta …'. */
export const MARKETPLACE_OF = {
  mercadolivre: 'do Mercado Livre',
  amazon: 'da Amazon',
} as const satisfies Record<Marketplace, string>;

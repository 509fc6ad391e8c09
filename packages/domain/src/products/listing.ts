/** A product's condition as both marketplaces know it; `recondicionado` is "refurbished". */
export const LISTING_CONDITIONS = ['novo', 'usado', 'recondicionado'] as const;
export type ListingCondition = (typeof LISTING_CONDITIONS)[number];

/** What the form shows for each condition. */
export const LISTING_CONDITION_LABELS: Readonly<Record<ListingCondition, string>> = {
  novo: 'Novo',
  usado: 'Usado',
  recondicionado: 'Recondicionado',
};

/** Why a product has no barcode, as Mercado Livre asks for it. It is the seller's statement: none is chosen for them. */
export const NO_EAN_REASONS = ['artesanal', 'kit', 'sem_registro', 'outro'] as const;
export type NoEanReason = (typeof NO_EAN_REASONS)[number];

/** What the form shows for each reason. */
export const NO_EAN_REASON_LABELS: Readonly<Record<NoEanReason, string>> = {
  artesanal: 'Produto artesanal',
  kit: 'Kit ou pacote',
  sem_registro: 'Produto sem código registrado',
  outro: 'Outro motivo',
};

/** Mercado Livre's kinds of listing: they differ in fee and exposure. */
export const LISTING_TYPES = ['classico', 'premium', 'gratis'] as const;
export type ListingType = (typeof LISTING_TYPES)[number];

/** What the form shows for each kind of listing. */
export const LISTING_TYPE_LABELS: Readonly<Record<ListingType, string>> = {
  classico: 'Clássico',
  premium: 'Premium',
  gratis: 'Grátis',
};

/** How a listing stands, from being queued on. */
export const LISTING_STATUSES = [
  'na_fila',
  'processando',
  'publicado',
  'pausado',
  'encerrado',
  'erro',
] as const;

/** The most units that may be held back from the marketplaces (`margem_seguranca`). */
export const MAX_SAFETY_MARGIN = 1_000;

/** The most products whose listing states one call may ask for. */
export const MAX_LISTING_PRODUCTS = 100;

/**
 * What a marketplace is told to have for sale: the stock less the safety margin, never below zero. All in units.
 */
export function publishedStock({ estoque, margem }: { estoque: number; margem: number }): number {
  return Math.max(0, estoque - margem);
}

/** The heaviest parcel that can be typed, in grams, and its longest side in centimetres. */
export const MAX_WEIGHT_G = 1_000_000;
export const MAX_SIDE_CM = 1_000;

/** The most products whose net values one call may ask for. */
export const MAX_NET_PRODUCTS = 100;

/**
 * What the costs of selling a product depend on besides its prices. The parcel is the packed product, in whole grams and
 * centimetres. Categories as the marketplaces name them in their tables of fees; null: the seller's usual one.
 */
export interface ProductCosts {
  peso_g: number | null;
  altura_cm: number | null;
  largura_cm: number | null;
  comprimento_cm: number | null;
  categoria_tarifa_ml: string | null;
  categoria_tarifa_amazon: string | null;
}

export const NO_PRODUCT_COSTS: ProductCosts = {
  peso_g: null,
  altura_cm: null,
  largura_cm: null,
  comprimento_cm: null,
  categoria_tarifa_ml: null,
  categoria_tarifa_amazon: null,
};

/** How many rows are loaded. */
export interface Shape {
  sellers: number;
  /** A fifth of them belongs to the first seller. */
  products: number;
  /** A tenth of them belongs to the first seller. */
  orders: number;
}

/** Products with stock for many thousands of sales, so that the measured sales never run out. */
export const STOCKED_PER_SELLER = 20;

/**
 * SQL of the number of the `n`th order: twelve digits behind 2000, as Mercado Livre and the simulated marketplace give
 * them out. No two orders have the same: the factor has no divisor in common with the modulus.
 */
export const orderNumber = (n: string): string =>
  `(2000000000000000 + ${n} % 1000000000 * 61803398873 % 1000000000000)::text`;

import type { Shape } from '../load/shape';

/** How much is loaded and how long is measured. */
export interface Size extends Shape {
  name: 'full' | 'small';
  /** Rows of the imported file. */
  importRows: number;
  /** How long each job is asked for. */
  seconds: number;
}

export const FULL: Size = {
  name: 'full',
  sellers: 100,
  products: 100_000,
  orders: 1_000_000,
  importRows: 100_000,
  seconds: 4,
};

/** Shows in half a minute that everything runs; its figures mean little. */
export const SMALL: Size = {
  name: 'small',
  sellers: 10,
  products: 5_000,
  orders: 20_000,
  importRows: 5_000,
  seconds: 0.5,
};

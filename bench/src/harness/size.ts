import type { Shape } from '../load/shape';

/** How much is loaded and how long is measured. */
export interface Size extends Shape {
  name: 'full' | 'small';
  /** Alone in the second database, against which the cost of what they do is compared. */
  steady: NonNullable<Shape['steady']>;
  importRows: number;
  /** Orders that take one step together; the first seller has as many. */
  bulkOrders: number;
  /** Rounds of each job and server; the two servers take turns. */
  rounds: number;
  secondsPerRound: number;
  importRounds: number;
}

/** Labels in one document; the most that are taken. */
export const LABELS = 500;

export const FULL: Size = {
  name: 'full',
  sellers: 100,
  products: 100_000,
  orders: 1_000_000,
  steady: { sellers: 4, products: 2_000, orders: 10_000 },
  importRows: 100_000,
  bulkOrders: 5_000,
  rounds: 5,
  secondsPerRound: 2,
  importRounds: 2,
};

/** Shows in half a minute that everything runs; its figures mean little. */
export const SMALL: Size = {
  name: 'small',
  sellers: 10,
  products: 5_000,
  orders: 20_000,
  steady: { sellers: 4, products: 400, orders: 1_000 },
  importRows: 5_000,
  bulkOrders: 1_000,
  rounds: 2,
  secondsPerRound: 0.5,
  importRounds: 1,
};

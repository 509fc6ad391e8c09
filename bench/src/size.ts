/** How much is loaded and how long is measured. */
export interface Size {
  name: 'full' | 'small';
  sellers: number;
  /** A fifth of them belongs to the first seller. */
  products: number;
  /** A tenth of them belongs to the first seller. */
  orders: number;
  /** Orders of the second database, against which a page's cost is compared. */
  fewOrders: number;
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
  fewOrders: 10_000,
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
  fewOrders: 1_000,
  importRows: 5_000,
  bulkOrders: 1_000,
  rounds: 2,
  secondsPerRound: 0.5,
  importRounds: 1,
};

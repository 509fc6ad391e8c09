/** How many rows are loaded. */
export interface Shape {
  sellers: number;
  /** A fifth of them belongs to the first seller. */
  products: number;
  /** A tenth of them belongs to the first seller. */
  orders: number;
  /** More sellers, numbered behind the others, who have the same rows in every database. */
  steady?: Pick<Shape, 'sellers' | 'products' | 'orders'>;
}

export const NOBODY = { sellers: 0, products: 0, orders: 0 };

/** Products with stock for many thousands of sales, so that the measured sales never run out. */
export const STOCKED_PER_SELLER = 20;

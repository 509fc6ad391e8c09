import type { Marketplace } from '@esteira/domain/marketplaces';
import type { CostSettings } from '@esteira/domain/profit/cost-settings';
import { type CostFact, toFacts } from '@esteira/domain/profit/facts/cost-fact';
import { quoteOrder } from '@esteira/domain/profit/order-quote';
import type { FeeTable } from '@esteira/domain/profit/rules/fee-table';
import type { KnownCost } from '@esteira/domain/profit/sale';
import { type SoldProduct, toSale } from '@esteira/domain/profit/to-sale';

/** A line of an order, of a product that is known. */
export interface SoldLine {
  produtoId: string;
  product: SoldProduct;
  /** Of one unit. */
  priceCents: number;
  units: number;
  /** What the seller's account was told of its fees; by the rules alone where it is absent. */
  known?: readonly KnownCost[];
}

export interface SoldOrder {
  marketplace: Marketplace;
  /** `YYYY-MM-DD` in America/Sao_Paulo. */
  day: string;
  lines: readonly SoldLine[];
}

/** What an order costs, by the rules of its day and what the seller and the products say. */
export function estimateFacts(table: FeeTable, settings: CostSettings, order: SoldOrder): CostFact[] {
  const { marketplace, day, lines } = order;
  const sales = lines.map(({ produtoId: productId, product, known = [], priceCents, units }) => {
    const sale = toSale(settings, product, { marketplace, day, known });
    return { productId, sale, priceCents, units };
  });
  return toFacts(table, quoteOrder(table, sales));
}

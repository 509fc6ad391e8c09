import type { Marketplace } from '@esteira/domain/marketplaces';
import type { CostSettings } from '@esteira/domain/profit/cost-settings';
import { type CostFact, toFacts, toUnknown } from '@esteira/domain/profit/facts/cost-fact';
import { makeCostCurve } from '@esteira/domain/profit/pricing/cost-curve';
import { quoteParcel } from '@esteira/domain/profit/quote';
import type { FeeTable } from '@esteira/domain/profit/rules/fee-table';
import type { KnownCost } from '@esteira/domain/profit/sale';
import { type SoldProduct, toSale } from '@esteira/domain/profit/to-sale';

/** An order of one product. */
export interface SoldOrder {
  product: SoldProduct;
  marketplace: Marketplace;
  /** `YYYY-MM-DD` in America/Sao_Paulo. */
  day: string;
  /** Of one unit. */
  priceCents: number;
  units: number;
  /** What the seller's account was told of its fees; by the rules alone where it is absent. */
  known?: readonly KnownCost[];
}

/** What an order costs, by the rules of its day and what the seller and the product say. */
export function estimateFacts(table: FeeTable, settings: CostSettings, order: SoldOrder): CostFact[] {
  const { product, marketplace, day, priceCents, units, known = [] } = order;
  const sale = toSale(settings, product, { marketplace, day, known });
  const curve = makeCostCurve(table, sale, { from: priceCents, to: priceCents });
  return toFacts(table, quoteParcel(curve, priceCents, units));
}

/** The facts of an order that no rule computes: what its suppliers get is all that can be said, if that. */
export function getUnknownFacts(reason: 'produto' | 'varios_itens', supplierCents: number): CostFact[] {
  const unknown = toUnknown([reason]);
  if (reason === 'produto') return unknown;
  const supplier = { code: 'fornecedor', cents: supplierCents, origin: 'usuario', charged: false } as const;
  const noRule = { isSelfDelivered: false, ruleId: null, ruleSince: null, missing: null };
  return [...unknown, { ...supplier, ...noRule }];
}

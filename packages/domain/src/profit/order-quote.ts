import { billableWeight } from './costs/billable-weight';
import { makeCostCurve } from './pricing/cost-curve';
import { type Quote, quoteTogether } from './quote';
import type { FeeTable } from './rules/fee-table';
import { MAX_G, type Parcel, type Sale } from './sale';

/** A line of an order: the sale of its product, what the buyer pays for a unit in cents, and how many units. */
export interface QuotedLine {
  productId: string;
  sale: Sale;
  priceCents: number;
  units: number;
}

/**
 * What an order costs and leaves whose lines go in one parcel: fees, taxes and the seller's own costs by line, freight by
 * parcel where the marketplace charges it so. The order of the lines does not matter.
 * @throws RangeError when a line has a sale, a price or a number of units that makes no sense.
 */
export function quoteOrder(table: FeeTable, lines: readonly QuotedLine[]): Quote {
  const parcel = packTogether(lines);
  return quoteTogether(
    lines.map(({ sale, priceCents, units }) => {
      const range = { from: priceCents, to: priceCents };
      return { curve: makeCostCurve(table, inParcel(sale, parcel), range), priceCents, units };
    }),
  );
}

/**
 * The parcel of several products; null of one, which is that product's own. Units of one product weigh like one of them, as
 * `quoteParcel` takes them.
 */
function packTogether(lines: readonly QuotedLine[]): Parcel | null {
  const parcels = new Map(lines.map(({ productId, sale }) => [productId, sale.parcel]));
  if (parcels.size < 2) return null;
  const weights = [...parcels.values()].map(billableWeight);
  const weightG = weights.reduce((sum, weight) => (sum === null || weight === null ? null : sum + weight), 0);
  return {
    weightG: weightG === null ? null : Math.min(weightG, MAX_G),
    ...{ heightCm: null, widthCm: null, lengthCm: null },
  };
}

/** Amazon charges each unit for itself. What was told of the freight of one product is not of a parcel with others. */
function inParcel(sale: Sale, parcel: Parcel | null): Sale {
  if (parcel === null || sale.marketplace === 'amazon') return sale;
  return { ...sale, parcel, known: sale.known.filter(({ code }) => code !== 'frete_vendedor') };
}

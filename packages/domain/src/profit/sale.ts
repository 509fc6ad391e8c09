import type { Marketplace } from '../marketplaces';
import type { ListingType } from '../products/listing';
import type { KNOWN_FEE_CODES } from './known-fees';
import type { Logistics, Origin, Reputation, SaleOption } from './rules/fee-rule';

/** The packed product: whole grams and centimetres, null where unknown. */
export interface Parcel {
  weightG: number | null;
  heightCm: number | null;
  widthCm: number | null;
  lengthCm: number | null;
}

/** How the seller is taxed. `simples` is Simples Nacional, Anexo I; `outro` is a percentage that the seller typed. */
export type TaxRegime =
  | { regime: 'mei' }
  | { regime: 'simples'; revenueCents: number | null }
  | { regime: 'outro'; bps: number | null };

/** What the marketplace itself said of a fee: it goes before the rules within its prices. */
export interface KnownCost {
  code: (typeof KNOWN_FEE_CODES)[number];
  fromCents: number;
  toCents: number | null;
  charge: { cents: number } | { shareBps: number };
}

/**
 * Everything but the price that the cost of a sale depends on. Null means unknown; it is never taken as zero.
 * Amounts are whole cents, shares are hundredths of a percent of the price.
 */
export interface Sale {
  marketplace: Marketplace;
  /** `YYYY-MM-DD` in America/Sao_Paulo. */
  day: string;
  /** As the marketplace names it in its table of fees. */
  category: string | null;
  /** Of Mercado Livre alone. */
  listingType: ListingType | null;
  logistics: Logistics | null;
  /** Of Mercado Livre alone. */
  reputation: Reputation | null;
  /** Of Amazon's DBA alone. */
  origin: Origin | null;
  parcel: Parcel;
  options: readonly SaleOption[];
  tax: TaxRegime | null;
  supplierCents: number | null;
  packagingCents: number;
  adsBps: number;
  otherCents: number;
  /** What a delivery costs that the seller makes alone. */
  ownDeliveryCents: number | null;
  known: readonly KnownCost[];
}

const AMOUNTS = ['supplierCents', 'packagingCents', 'otherCents', 'ownDeliveryCents'] as const;
const MEASURES = ['heightCm', 'widthCm', 'lengthCm'] as const;
const MAX_BPS = 10_000;
/** More than anybody sends; the volume is still exact. */
const MAX_CM = 100_000;
/** In grams. */
export const MAX_G = 100_000_000;
/** The highest amount of one cost; all of them together stay far below 2^53 in millionths of a cent. */
const MAX_CENTS = 999_999_999;

/**
 * Refuses what no sale can have.
 * @throws RangeError naming the field: amounts that are no whole cents from zero on, shares beyond 100 %, a parcel
 *   that weighs nothing, a day that is none, a fee that the marketplace named twice for one price.
 */
export function checkSale(sale: Sale): void {
  for (const field of AMOUNTS) check(field, sale[field], MAX_CENTS);
  check('adsBps', sale.adsBps, MAX_BPS);
  for (const field of MEASURES) check(field, sale.parcel[field], MAX_CM);
  check('weightG', sale.parcel.weightG, MAX_G);
  if (sale.parcel.weightG === 0) throw new RangeError('weightG: 0');
  if (sale.tax?.regime === 'outro') check('tax', sale.tax.bps, MAX_BPS);
  if (sale.tax?.regime === 'simples') check('tax', sale.tax.revenueCents, Number.MAX_SAFE_INTEGER);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(sale.day)) throw new RangeError(`day: ${sale.day}`);
  for (const { fromCents, toCents, charge } of sale.known) {
    check('known', fromCents, MAX_CENTS);
    check('known', toCents, MAX_CENTS);
    if ('cents' in charge) check('known', charge.cents, MAX_CENTS);
    else check('known', charge.shareBps, MAX_BPS);
  }
  checkBands(sale.known);
}

function checkBands(known: readonly KnownCost[]): void {
  const sorted = [...known].sort((a, b) => a.fromCents - b.fromCents);
  for (const [index, { code, toCents }] of sorted.entries()) {
    const next = sorted.slice(index + 1).find((other) => other.code === code);
    if (next && (toCents === null || next.fromCents <= toCents)) {
      throw new RangeError(`known: ${code} twice at ${next.fromCents}`);
    }
  }
}

function check(field: string, value: number | null, max: number): void {
  if (value === null) return;
  if (!Number.isSafeInteger(value) || value < 0 || value > max) throw new RangeError(`${field}: ${value}`);
}

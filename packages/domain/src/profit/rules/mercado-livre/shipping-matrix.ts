import type { Confidence, PriceBand, Reputation, ShippingRule } from '../fee-rule';

/** The logistics in which Mercado Livre carries the parcel and charges the seller by weight. */
export const ML_CARRIED = ['fulfillment', 'cross_docking', 'xd_drop_off', 'drop_off'] as const;

/** A cost table of Mercado Livre for one reputation. */
export interface ShippingMatrix {
  prefix: string;
  validFrom: string;
  validTo: string | null;
  confidence: Confidence;
  sources: readonly string[];
  reputation: Reputation;
  /** First the heaviest parcel of the row in grams (null: any), then cents for each band of `MATRIX_BANDS`. */
  rows: readonly (readonly (number | null)[])[];
}

/** The price bands of the columns: within one of them no freight steps, but below R$ 19 for its cap. */
export const MATRIX_BANDS: readonly PriceBand[] = [
  { fromCents: 0, toCents: 1899 },
  { fromCents: 1900, toCents: 4899 },
  { fromCents: 4900, toCents: 7899 },
  { fromCents: 7900, toCents: 9999 },
  { fromCents: 10000, toCents: 11999 },
  { fromCents: 12000, toCents: 14999 },
  { fromCents: 15000, toCents: 19999 },
  { fromCents: 20000, toCents: null },
];

/** One rule for each row of a table; their ids end in the number of the row. */
export function toShippingRules({ prefix, rows, ...table }: ShippingMatrix): ShippingRule[] {
  return rows.map(([upToG = null, ...cells], index) => ({
    kind: 'shipping',
    ...table,
    id: `${prefix}-${String(index + 1).padStart(2, '0')}`,
    marketplace: 'mercadolivre',
    category: null,
    logistics: ML_CARRIED,
    origin: null,
    weight: { overG: rows[index - 1]?.[0] ?? 0, upToG },
    addedG: 0,
    bands: MATRIX_BANDS.map((band, column) => ({ ...band, cents: cells[column] ?? 0, extraKgCents: 0 })),
    per: 'shipment',
  }));
}

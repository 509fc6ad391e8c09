import type { ShippingCapRule, ShippingRule } from '../fee-rule';
import { SOURCES } from '../sources';
import { BOOKS } from './fixed-fees';
import { ML_CARRIED } from './shipping-matrix';

export const ML_SHIPPING_CAP: ShippingCapRule = {
  marketplace: 'mercadolivre',
  kind: 'shipping_cap',
  id: 'ml-shipping-half-price',
  validFrom: '2026-03-02',
  validTo: null,
  confidence: 'secondary_strong',
  sources: [SOURCES.mlGreenTable],
  logistics: ML_CARRIED,
  fromCents: 0,
  toCents: 1899,
  shareBps: 5000,
};

const BOOK_ROWS = [
  [300, 283, 328, 388],
  [500, 298, 333, 393],
  [1000, 303, 338, 398],
] as const;

/** Books paid less from March on. Whether they do since 24 August is not known, so the table of all goods holds then. */
export const ML_BOOK_SHIPPING: readonly ShippingRule[] = BOOK_ROWS.map(([upToG, ...cells], index) => ({
  marketplace: 'mercadolivre',
  kind: 'shipping',
  id: `ml-ship-2026-03-books-${index + 1}`,
  validFrom: '2026-03-02',
  validTo: '2026-08-23',
  confidence: 'secondary',
  sources: [SOURCES.mlMarchChange],
  category: BOOKS,
  logistics: ML_CARRIED,
  reputation: 'green',
  origin: null,
  weight: { overG: BOOK_ROWS[index - 1]?.[0] ?? 0, upToG },
  addedG: 0,
  bands: [
    { fromCents: 0, toCents: 1899, cents: cells[0], extraKgCents: 0 },
    { fromCents: 1900, toCents: 4899, cents: cells[1], extraKgCents: 0 },
    { fromCents: 4900, toCents: 7899, cents: cells[2], extraKgCents: 0 },
  ],
  per: 'shipment',
}));

const OLD_SHIPPING = {
  marketplace: 'mercadolivre',
  kind: 'shipping',
  validFrom: '2025-01-01',
  validTo: '2026-03-01',
  confidence: 'secondary',
  sources: [SOURCES.mlFreeShipping],
  category: null,
  logistics: ML_CARRIED,
  origin: null,
  addedG: 0,
  per: 'shipment',
} as const;

/** Before the tables: no freight for the seller below R$ 79, above it a table of which one cell is known. */
export const ML_OLD_SHIPPING: readonly ShippingRule[] = [
  {
    ...OLD_SHIPPING,
    id: 'ml-ship-2025-below-79',
    reputation: null,
    weight: { overG: 0, upToG: null },
    bands: [{ fromCents: 0, toCents: 7899, cents: 0, extraKgCents: 0 }],
  },
  {
    ...OLD_SHIPPING,
    id: 'ml-ship-2025-green-02',
    reputation: 'green',
    weight: { overG: 300, upToG: 500 },
    bands: [{ fromCents: 7900, toCents: 9999, cents: 1287, extraKgCents: 0 }],
  },
];

import type { FixedFeeRule, Logistics, PriceBand } from '../fee-rule';
import { SOURCES } from '../sources';
import { ML_CARRIED } from './shipping-matrix';

type FeeRow = readonly [fromCents: number, toCents: number | null, charge: FixedFeeRule['charge']];

const toFixedFees = (rule: Omit<FixedFeeRule, keyof PriceBand | 'charge'>, rows: readonly FeeRow[]) =>
  rows.map(
    ([fromCents, toCents, charge], index): FixedFeeRule => ({
      ...rule,
      id: `${rule.id}-${index + 1}`,
      fromCents,
      toCents,
      charge,
    }),
  );

/** The logistics in which the seller or the buyer arranges the freight. */
const ML_NOT_CARRIED: readonly Logistics[] = ['self_service', 'me1', 'custom', 'not_specified'];
export const BOOKS = 'Livros, Revistas e Comics';

const UNTIL_MARCH = {
  marketplace: 'mercadolivre',
  kind: 'fixed_fee',
  validFrom: '2025-01-01',
  validTo: '2026-03-01',
  confidence: 'secondary',
  sources: [SOURCES.mlSellingCosts],
  logistics: null,
} as const;
const SINCE_MARCH = {
  marketplace: 'mercadolivre',
  kind: 'fixed_fee',
  validFrom: '2026-03-02',
  validTo: null,
  confidence: 'secondary_strong',
  sources: [SOURCES.mlFees],
} as const;

export const ML_FIXED_FEES: readonly FixedFeeRule[] = [
  // How long it lasted is not known, so it never enters a sum.
  ...toFixedFees(
    {
      ...UNTIL_MARCH,
      id: 'ml-fixed-2018',
      validFrom: '2018-07-02',
      validTo: '2024-12-31',
      confidence: 'unconfirmed',
      sources: [SOURCES.mlChange2018],
      category: null,
    },
    [[0, 11999, { cents: 500 }]],
  ),
  ...toFixedFees({ ...UNTIL_MARCH, id: 'ml-fixed-2025', category: null }, [
    [0, 1249, { shareBps: 5000 }],
    [1250, 2899, { cents: 625 }],
    [2900, 4999, { cents: 650 }],
    [5000, 7899, { cents: 675 }],
    [7900, null, { cents: 0 }],
  ]),
  ...toFixedFees({ ...UNTIL_MARCH, id: 'ml-fixed-2025-books', category: BOOKS }, [
    [0, 599, { shareBps: 5000 }],
    [600, 2899, { cents: 300 }],
    [2900, 4999, { cents: 350 }],
    [5000, 7899, { cents: 400 }],
  ]),
  // The cost of the shipping table takes its place.
  ...toFixedFees({ ...SINCE_MARCH, id: 'ml-fixed-carried', category: null, logistics: ML_CARRIED }, [
    [0, null, { cents: 0 }],
  ]),
  ...toFixedFees({ ...SINCE_MARCH, id: 'ml-fixed-not-carried', category: null, logistics: ML_NOT_CARRIED }, [
    [0, 1899, { cents: 625 }],
    [1900, 4899, { cents: 665 }],
    [4900, 7899, { cents: 775 }],
    [7900, null, { cents: 0 }],
  ]),
  ...toFixedFees(
    {
      ...SINCE_MARCH,
      id: 'ml-fixed-flex-books',
      confidence: 'secondary',
      sources: [SOURCES.mlMarchChange],
      category: BOOKS,
      logistics: ['self_service'],
    },
    [
      [0, 1899, { cents: 300 }],
      [1900, 4899, { cents: 350 }],
      [4900, 7899, { cents: 450 }],
    ],
  ),
];

import { ORIGINS, type PriceBand, type ShippingRule } from '../fee-rule';
import { SOURCES } from '../sources';

const AMAZON = {
  kind: 'shipping',
  marketplace: 'amazon',
  validTo: null,
  category: null,
  reputation: null,
  per: 'unit',
} as const;

const DBA = { ...AMAZON, logistics: ['dba'], sources: [SOURCES.amazonDba] } as const;
/** What Amazon adds to every parcel that DBA carries. */
const DBA_PACKAGE_G = 20;

const DBA_FLAT: readonly ShippingRule[] = (
  [
    [0, 2999, 450],
    [3000, 4999, 650],
    [5000, 7899, 675],
  ] as const
).map(([fromCents, toCents, cents], index) => ({
  ...DBA,
  id: `amazon-dba-flat-${index + 1}`,
  validFrom: '2026-04-10',
  confidence: 'secondary_strong',
  origin: null,
  weight: { overG: 0, upToG: null },
  addedG: DBA_PACKAGE_G,
  bands: [{ fromCents, toCents, cents, extraKgCents: 0 }],
}));

/** First the heaviest parcel in grams, then cents for each of `ORIGINS`. */
type DbaRow = readonly [upToG: number, ...cents: number[]];

const DBA_FROM_79: readonly DbaRow[] = [
  [250, 1195, 1395, 1595, 1795],
  [500, 1285, 1500, 1715, 1930],
  [1000, 1345, 1570, 1795, 2020],
  [2000, 1400, 1635, 1875, 2110],
  [3000, 1495, 1745, 1995, 2240],
  [4000, 1615, 1885, 2155, 2420],
  [5000, 1700, 1990, 2275, 2560],
  [6000, 2500, 3000, 3400, 3800],
  [7000, 2600, 3100, 3500, 3900],
  [8000, 2700, 3200, 3600, 4000],
  [9000, 2800, 3300, 3700, 4100],
  [10000, 3950, 4600, 5275, 5900],
];

const DBA_FROM_200: readonly DbaRow[] = [
  [250, 1995, 1995, 2045, 2045],
  [500, 2045, 2045, 2095, 2095],
  [1000, 2145, 2145, 2195, 2195],
  [2000, 2295, 2295, 2345, 2345],
  [3000, 2395, 2395, 2445, 2445],
  [4000, 2595, 2595, 2595, 2595],
  [5000, 2795, 2795, 2795, 2795],
  [6000, 3695, 3445, 3695, 3695],
  [7000, 3945, 3695, 3945, 3945],
  [8000, 4045, 4045, 4045, 4045],
  [9000, 4545, 4695, 4695, 4695],
  [10000, 5995, 6145, 6595, 6595],
];

const toDbaRules = (rows: readonly DbaRow[], band: PriceBand): ShippingRule[] =>
  rows.flatMap(([upToG, ...cells], row) =>
    ORIGINS.map(
      (origin, column): ShippingRule => ({
        ...DBA,
        id: `amazon-dba-${band.fromCents}-${upToG}-${origin.replaceAll('_', '-')}`,
        validFrom: '2026-10-03',
        confidence: 'secondary',
        origin,
        weight: { overG: rows[row - 1]?.[0] ?? 0, upToG },
        addedG: DBA_PACKAGE_G,
        bands: [{ ...band, cents: cells[column] ?? 0, extraKgCents: 0 }],
      }),
    ),
  );

const FBA_BANDS: readonly PriceBand[] = [
  { fromCents: 0, toCents: 7899 },
  { fromCents: 7900, toCents: 9999 },
  { fromCents: 10000, toCents: 11999 },
  { fromCents: 12000, toCents: 14999 },
  { fromCents: 15000, toCents: 19999 },
  { fromCents: 20000, toCents: null },
];

/** First the heaviest parcel in grams, then cents for each of `FBA_BANDS`. */
const FBA_ROWS: readonly (readonly [upToG: number | null, ...cents: number[]])[] = [
  [100, 1295, 1005, 1205, 1405, 1505, 1555],
  [200, 1345, 1045, 1245, 1445, 1545, 1605],
  [300, 1395, 1095, 1295, 1495, 1595, 1655],
  [400, 1445, 1145, 1345, 1545, 1695, 1715],
  [500, 1495, 1195, 1395, 1595, 1705, 1785],
  [750, 1545, 1205, 1405, 1605, 1845, 1855],
  [1000, 1595, 1245, 1445, 1645, 1905, 1925],
  [1500, 1695, 1295, 1495, 1695, 1945, 2035],
  [2000, 1795, 1305, 1505, 1705, 1995, 2135],
  [3000, 1895, 1405, 1605, 1805, 2005, 2235],
  [4000, 1995, 1505, 1705, 1905, 2195, 2335],
  [5000, 2095, 1605, 1805, 2005, 2295, 2435],
  [6000, 2595, 2405, 2705, 2905, 3005, 3035],
  [7000, 2795, 2505, 2805, 3005, 3105, 3335],
  [8000, 2995, 2605, 2905, 3105, 3205, 3535],
  [9000, 3195, 2705, 3005, 3205, 3305, 3735],
  [10000, 4345, 3505, 4005, 4605, 5105, 5135],
  // Above ten kilograms, and for every kilogram begun beyond them …
  [null, 4345, 3505, 4005, 4605, 5105, 5135],
];
/** … as much again. */
const FBA_EXTRA_KG_CENTS = [305, 305, 305, 305, 350, 350];

const FBA_RULES: readonly ShippingRule[] = FBA_ROWS.map(([upToG, ...cells], row) => ({
  ...AMAZON,
  id: `amazon-fba-${upToG ?? 'above-10000'}`,
  logistics: ['fba'],
  sources: [SOURCES.amazonFba],
  validFrom: '2025-08-01',
  confidence: 'secondary_strong',
  origin: null,
  weight: { overG: FBA_ROWS[row - 1]?.[0] ?? 0, upToG },
  addedG: 0,
  bands: FBA_BANDS.map((band, column) => ({
    ...band,
    cents: cells[column] ?? 0,
    extraKgCents: upToG === null ? (FBA_EXTRA_KG_CENTS[column] ?? 0) : 0,
  })),
}));

export const AMAZON_SHIPPING: readonly ShippingRule[] = [
  ...DBA_FLAT,
  ...toDbaRules(DBA_FROM_79, { fromCents: 7900, toCents: 19999 }),
  ...toDbaRules(DBA_FROM_200, { fromCents: 20000, toCents: null }),
  ...FBA_RULES,
];

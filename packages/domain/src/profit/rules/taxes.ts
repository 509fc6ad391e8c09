import type { TaxRule } from './fee-rule';
import { SOURCES } from './sources';

const TAX = { kind: 'tax', marketplace: null, validFrom: '2018-01-01', validTo: null } as const;

/** Simples Nacional, Anexo I: revenue of twelve months in cents, nominal rate, deduction in cents. */
const SIMPLES_BRACKETS = [
  [0, 18_000_000, 400, 0],
  [18_000_001, 36_000_000, 730, 594_000],
  [36_000_001, 72_000_000, 950, 1_386_000],
  [72_000_001, 180_000_000, 1070, 2_250_000],
  [180_000_001, 360_000_000, 1430, 8_730_000],
  [360_000_001, 480_000_000, 1900, 37_800_000],
] as const;

export const TAX_RULES: readonly TaxRule[] = [
  {
    // A MEI pays a fixed amount a month, whatever is sold.
    ...TAX,
    id: 'tax-mei-per-sale',
    confidence: 'secondary_strong',
    sources: [SOURCES.simples, SOURCES.mei2026],
    regime: 'mei',
    revenue: { fromCents: 0, toCents: null },
    nominalBps: 0,
    deductCents: 0,
  },
  ...SIMPLES_BRACKETS.map(
    ([fromCents, toCents, nominalBps, deductCents], index): TaxRule => ({
      ...TAX,
      id: `tax-simples-i-${index + 1}`,
      confidence: 'secondary_strong',
      sources: [SOURCES.simples],
      regime: 'simples',
      revenue: { fromCents, toCents },
      nominalBps,
      deductCents,
    }),
  ),
];

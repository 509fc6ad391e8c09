import type { TaxRule } from '../rules/fee-rule';
import { type FeeTable, findRules } from '../rules/fee-table';
import type { Sale } from '../sale';
import { type CostTerm, fromBps, type MissingCode, shareTerm, WHOLE } from './cost-term';
import { EVERY_PRICE, type Segment, toSegment } from './segment';

/** Tax on the full price: fees and freight are the seller's expenses, they do not lessen it. */
export function taxSegments(table: FeeTable, sale: Sale): Segment[] {
  return [toSegment(EVERY_PRICE, findTax(table, sale))];
}

function findTax(table: FeeTable, sale: Sale): CostTerm | MissingCode {
  const { tax } = sale;
  if (tax === null) return 'regime';
  if (tax.regime === 'outro') {
    const typed = { code: 'imposto', origin: 'usuario', ruleId: null } as const;
    return tax.bps === null ? 'aliquota' : shareTerm(typed, fromBps(tax.bps));
  }
  const revenue = tax.regime === 'mei' ? 0 : tax.revenueCents;
  if (revenue === null) return 'receita_12_meses';
  const rule = findBracket(findRules(table, 'tax', sale), tax.regime, revenue);
  if (!rule) return 'sem_regra_imposto';
  return shareTerm({ code: 'imposto', origin: 'tabela', ruleId: rule.id }, effectiveRate(rule, revenue));
}

function findBracket(rules: readonly TaxRule[], regime: TaxRule['regime'], revenueCents: number) {
  return rules.find(
    (rule) =>
      rule.regime === regime &&
      rule.revenue.fromCents <= revenueCents &&
      (rule.revenue.toCents === null || revenueCents <= rule.revenue.toCents),
  );
}

/**
 * The effective rate of Simples on a `YYYY-MM-DD` day, in millionths, by the revenue of twelve months in cents; null
 * beyond its last bracket.
 */
export function findSimplesRate(table: FeeTable, day: string, revenueCents: number): number | null {
  const rules = findRules(table, 'tax', { marketplace: 'mercadolivre', day });
  const rule = findBracket(rules, 'simples', revenueCents);
  return rule ? effectiveRate(rule, revenueCents) : null;
}

/**
 * The effective rate of a bracket in millionths, half up: (revenue × nominal − deduction) ÷ revenue. A company without
 * revenue yet pays the nominal rate of the first bracket.
 */
export function effectiveRate(
  { nominalBps, deductCents }: Pick<TaxRule, 'nominalBps' | 'deductCents'>,
  revenueCents: number,
): number {
  if (revenueCents === 0) return fromBps(nominalBps);
  return fromBps(nominalBps) - Math.ceil((deductCents * WHOLE) / revenueCents - 0.5);
}

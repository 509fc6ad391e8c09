import { MARKETPLACES, type Marketplace } from '../../marketplaces';
import type { FeeKind, FeeRule, RuleOf } from './fee-rule';
import { findRuleProblems, formatRuleProblem } from './rule-problems';

/** Rules that were checked, without those that never enter a sum. */
export interface FeeTable {
  /** By kind and marketplace, each sorted by the day they begin. */
  readonly byKind: ReadonlyMap<string, readonly FeeRule[]>;
  /** For the pages behind a line of a quote, and how sure they are. */
  readonly byId: ReadonlyMap<string, FeeRule>;
}

/**
 * Makes the table that costs are computed from.
 * @throws RangeError with a sentence for each problem that `findRuleProblems` finds.
 */
export function makeFeeTable(rules: readonly FeeRule[]): FeeTable {
  const problems = findRuleProblems(rules);
  if (problems.length > 0) throw new RangeError(problems.map(formatRuleProblem).join('\n'));
  const sorted = rules
    .filter((rule) => rule.confidence !== 'unconfirmed')
    .sort((a, b) => (a.validFrom < b.validFrom ? -1 : Number(a.validFrom > b.validFrom)));
  const byKind = new Map<string, FeeRule[]>();
  for (const rule of sorted) {
    for (const marketplace of rule.marketplace === null ? MARKETPLACES : [rule.marketplace]) {
      const key = keyOf(rule.kind, marketplace);
      const others = byKind.get(key);
      if (others) others.push(rule);
      else byKind.set(key, [rule]);
    }
  }
  return { byKind, byId: new Map(sorted.map((rule) => [rule.id, rule])) };
}

const keyOf = (kind: FeeKind, marketplace: Marketplace) => `${kind} ${marketplace}`;

/** The rules of a kind that hold for a marketplace on a `YYYY-MM-DD` day of America/Sao_Paulo. */
export function findRules<Kind extends FeeKind>(
  table: FeeTable,
  kind: Kind,
  { marketplace, day }: { marketplace: Marketplace; day: string },
): RuleOf<Kind>[] {
  const rules = (table.byKind.get(keyOf(kind, marketplace)) ?? []) as readonly RuleOf<Kind>[];
  return rules.filter((rule) => rule.validFrom <= day && (rule.validTo === null || day <= rule.validTo));
}

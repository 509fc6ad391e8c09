import { MARKETPLACES, type Marketplace } from '../../marketplaces';
import type { FeeKind, FeeRule, RuleOf } from './fee-rule';
import { findRuleProblems, formatRuleProblem } from './rule-problems';

/** Rules that were checked, without those that never enter a sum. */
export interface FeeTable {
  /** By kind and marketplace, each sorted by the day they begin. */
  readonly byKind: ReadonlyMap<string, readonly FeeRule[]>;
  /** For the pages behind a line of a quote, and how sure they are; a rule that holds again as it first began. */
  readonly byId: ReadonlyMap<string, FeeRule>;
  /** What `findRules` found last: rules that hold, by day, kind and marketplace. */
  readonly held: Map<string, readonly FeeRule[]>;
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
  const first = sorted.filter(({ resumes }) => resumes === undefined);
  return { byKind, byId: new Map(first.map((rule) => [rule.id, rule])), held: new Map() };
}

const keyOf = (kind: FeeKind, marketplace: Marketplace) => `${kind} ${marketplace}`;

/** Answers that are remembered of a table: twelve of a day, and most sales are of today. */
const MAX_HELD = 120;

/** The rules of a kind that hold for a marketplace on a `YYYY-MM-DD` day of America/Sao_Paulo. */
export function findRules<Kind extends FeeKind>(
  { byKind, held }: FeeTable,
  kind: Kind,
  { marketplace, day }: { marketplace: Marketplace; day: string },
): readonly RuleOf<Kind>[] {
  const key = keyOf(kind, marketplace);
  let found = held.get(`${day} ${key}`);
  if (found === undefined) {
    found = (byKind.get(key) ?? []).filter(
      ({ validFrom, validTo }) => validFrom <= day && (validTo === null || day <= validTo),
    );
    if (held.size >= MAX_HELD) held.clear();
    held.set(`${day} ${key}`, found);
  }
  return found as readonly RuleOf<Kind>[];
}

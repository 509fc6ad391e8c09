import { addRules } from './add-rules';
import { getBuiltInTable } from './built-in-table';
import { CURRENT_RULES } from './current-rules';
import type { FeeRule } from './fee-rule';
import { type FeeTable, makeFeeTable } from './fee-table';
import { findProblemWith, type RuleProblem } from './rule-problems';

/** An added rule that is left out, and why. */
export interface IdleRule {
  rule: FeeRule;
  problem: RuleProblem;
}

/** The rules that have an effect, and the added ones that have none. */
export interface ResolvedRules {
  rules: FeeRule[];
  idle: IdleRule[];
}

/**
 * The rules that ship with the product and those that were added to them, in the order in which they were, each ended
 * by what came after it. One that is wrong by itself, or that would hold for the same sale as one before it, has no
 * effect: a release may ship what somebody had added, and prices are computed all the same.
 */
export function resolveRules(added: readonly FeeRule[]): ResolvedRules {
  let rules: FeeRule[] = [...CURRENT_RULES];
  const idle: IdleRule[] = [];
  for (const rule of added) {
    // Days that are none end no rule.
    const alone = findProblemWith([], rule);
    const next = alone === null ? addRules(rules, [rule]) : [];
    const problem = alone ?? findProblemWith(next.slice(0, -1), rule);
    if (problem === null) rules = next;
    else idle.push({ rule, problem });
  }
  return { rules, idle };
}

/** As text: the same rules are read again and again, and the table of them is made once. */
let last: { added: string; table: FeeTable } | undefined;

/** The table of the rules that `resolveRules` leaves, with those added in the order in which they were. */
export function getTableWith(added: readonly FeeRule[]): FeeTable {
  if (added.length === 0) return getBuiltInTable();
  const key = JSON.stringify(added);
  if (last?.added !== key) last = { added: key, table: makeFeeTable(resolveRules(added).rules) };
  return last.table;
}

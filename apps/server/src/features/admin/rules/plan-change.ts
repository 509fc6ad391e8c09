import type { Database } from '@esteira/db/database';
import type { FeeRule } from '@esteira/domain/profit/rules/fee-rule';
import { findRuleProblems, formatRuleProblem } from '@esteira/domain/profit/rules/rule-problems';
import { listAllRules } from '@esteira/domain/profit/rules/stored-table';
import type { RuleChangeInput } from '@esteira/validators/admin-fee-rules';
import { toFeeRule } from '@esteira/validators/fee-rule-wire';
import { AppError } from '../../../core/errors';
import { listAddedRules } from '../../costs/rules/added-rules';

/** Rules as they are and as a change would make them; those that it adds have names of their own until they are saved. */
export interface PlannedChange {
  before: readonly FeeRule[];
  after: readonly FeeRule[];
  added: readonly FeeRule[];
  removed: readonly FeeRule[];
}

/**
 * What a change would make of the rules. Fails with `not_found` or `conflict` where a rule cannot be taken out, with
 * `conflict` where two would hold for the same sale, and with `invalid` where a rule is wrong by itself; one sentence
 * names the rules.
 */
export async function planChange(
  db: Database,
  { incluir, retirar }: RuleChangeInput,
  today: string,
): Promise<PlannedChange> {
  const stored = (await listAddedRules(db)).map(toFeeRule);
  const removed = retirar.map((id) => findRemovable(stored, id, today));
  const added = incluir.map(({ regra }, index) =>
    toFeeRule({ id: incluir.length === 1 ? 'nova' : `nova-${index + 1}`, regra }),
  );
  const after = listAllRules([...stored.filter((rule) => !removed.includes(rule)), ...added]);
  const [problem] = findRuleProblems(after);
  if (problem !== undefined) {
    throw new AppError(problem.code === 'sobreposicao' ? 'conflict' : 'invalid', formatRuleProblem(problem));
  }
  return { before: listAllRules(stored), after, added, removed };
}

/** What began may stand on orders, so it stays. */
function findRemovable(stored: readonly FeeRule[], id: string, today: string): FeeRule {
  const rule = stored.find((each) => each.id === id);
  if (rule === undefined) throw new AppError('not_found', 'Regra não encontrada');
  if (rule.validFrom <= today) {
    throw new AppError('conflict', `A regra ${id} já começou a valer: inclua uma nova no lugar dela.`);
  }
  return rule;
}

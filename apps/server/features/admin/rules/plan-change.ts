import type { Database } from '@esteira/db/database';
import type { FeeRule } from '@esteira/domain/profit/rules/fee-rule';
import { formatRuleProblem } from '@esteira/domain/profit/rules/rule-problems';
import { type ResolvedRules, resolveRules } from '@esteira/domain/profit/rules/stored-table';
import type { ReplacedRule, RuleChangeInput } from '@esteira/validators/administration/admin-fee-rules';
import { toFeeRule } from '@esteira/validators/costs/fee-rule-wire';
import { changedMeanwhile } from '../../../core/edits/record-changes';
import { AppError } from '../../../core/errors';
import { listStoredRules, type StoredRule, toFeeRules } from '../../costs/rules/added-rules';

/** Rules as they are and as a change would make them; those that it adds have names of their own until they are saved. */
export interface PlannedChange {
  before: readonly FeeRule[];
  after: readonly FeeRule[];
  added: readonly FeeRule[];
  removed: readonly StoredRule[];
}

/**
 * What a change would make of the rules. Fails with `not_found` or `conflict` where a rule cannot be taken out, with
 * `conflict` where two would hold for the same sale or where a rule was begun from one that has other days by now, and
 * with `invalid` where a rule is wrong by itself; one sentence
 * names the rules. A stored rule that had no effect before may stay without one.
 */
export async function planChange(
  db: Database,
  { incluir, retirar }: RuleChangeInput,
  today: string,
): Promise<PlannedChange> {
  const stored = await listStoredRules(db);
  const removed = [...new Set(retirar)].map((id) => findRemovable(stored, id, today));
  const added = incluir.map(({ regra }, index) =>
    toFeeRule({ id: incluir.length === 1 ? 'nova' : `nova-${index + 1}`, regra }),
  );
  const before = resolveRules(toFeeRules(stored));
  const after = resolveRules([...toFeeRules(stored.filter((rule) => !removed.includes(rule))), ...added]);
  const wereIdle = new Set(before.idle.map(({ rule }) => rule.id));
  const caused = after.idle.find(({ rule }) => !wereIdle.has(rule.id));
  if (caused !== undefined) {
    const kind = caused.problem.code === 'sobreposicao' ? 'conflict' : 'invalid';
    throw new AppError(kind, formatRuleProblem(caused.problem));
  }
  for (const { substitui } of incluir) if (substitui) requireDays(before, substitui);
  return { before: before.rules, after: after.rules, added, removed };
}

/** Every change of which rule holds for the same sales changes the days of the one that held before. */
function requireDays({ rules, idle }: ResolvedRules, { id, vale_de, vale_ate }: ReplacedRule): void {
  const stands = [...rules, ...idle.map(({ rule }) => rule)].some(
    (rule) => rule.id === id && rule.validFrom === vale_de && rule.validTo === vale_ate,
  );
  if (!stands) throw changedMeanwhile('Esta regra foi alterada');
}

/** What began may stand on orders, so it stays. */
function findRemovable(stored: readonly StoredRule[], id: string, today: string): StoredRule {
  const rule = stored.find((each) => each.id === id);
  if (rule === undefined) throw new AppError('not_found', 'Regra não encontrada');
  if (rule.row.vale_de <= today) {
    throw new AppError('conflict', `A regra ${id} já começou a valer: inclua uma nova no lugar dela.`);
  }
  return rule;
}

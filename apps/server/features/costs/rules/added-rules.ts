import { type Database, preparedOnce } from '@esteira/db/database';
import { feeRules } from '@esteira/db/schema/costs/fee-rules';
import type { FeeRule } from '@esteira/domain/profit/rules/fee-rule';
import { formatRuleProblem } from '@esteira/domain/profit/rules/rule-problems';
import { resolveRules } from '@esteira/domain/profit/rules/stored-table';
import { toFeeRule } from '@esteira/validators/costs/fee-rule-wire';
import { type AddedRule, feeRule, type WireFeeRule } from '@esteira/validators/costs/fee-rules';
import { asc } from 'drizzle-orm';

const selectRules = (db: Database, name: string) =>
  db.select().from(feeRules).orderBy(asc(feeRules.numero)).prepare(name);

/** A row with the rule in it; null: what it holds is no rule to this release. */
export interface StoredRule {
  id: string;
  row: typeof feeRules.$inferSelect;
  regra: WireFeeRule | null;
}

/** What admins added, in the order in which they did. */
export async function listStoredRules(db: Database): Promise<StoredRule[]> {
  const rows = await preparedOnce(db, 'fee_rules', selectRules).execute();
  return rows.map((row) => ({ id: toRuleId(row.numero), row, regra: toRule(row) }));
}

function toRule(row: typeof feeRules.$inferSelect): WireFeeRule | null {
  const { tipo, marketplace, vale_de, vale_ate, confianca, endereco, dados } = row;
  const parsed = feeRule.safeParse({ ...dados, tipo, marketplace, vale_de, vale_ate, confianca, endereco });
  return parsed.success ? parsed.data : null;
}

/** The stored rules that can be computed with. */
export const toFeeRules = (stored: readonly StoredRule[]): FeeRule[] =>
  stored.flatMap(({ id, regra }) => (regra === null ? [] : [toFeeRule({ id, regra })]));

/** Why stored rules have no effect, one sentence each, by id. */
export function findIdleRules(stored: readonly StoredRule[]): Map<string, string> {
  const { idle } = resolveRules(toFeeRules(stored));
  return new Map([
    ...stored.flatMap(({ id, regra }) => (regra === null ? [[id, NOT_UNDERSTOOD] as const] : [])),
    ...idle.map(({ rule, problem }) => [rule.id, formatRuleProblem(problem)] as const),
  ]);
}

const NOT_UNDERSTOOD = 'Esta versão não entende a regra: inclua uma nova no lugar dela.';

/** The rules that admins added and that have an effect, in the order in which they were added. */
export async function listAddedRules(db: Database): Promise<AddedRule[]> {
  const stored = await listStoredRules(db);
  const idle = findIdleRules(stored);
  return stored.flatMap(({ id, row, regra }) =>
    regra === null || idle.has(id) ? [] : [{ id, incluida_em: row.criado_em, regra }],
  );
}

/** What orders and screens name an added rule by. */
export const toRuleId = (numero: number): string => `regra-${numero}`;

import type { Database } from '@esteira/db/database';
import { feeRules } from '@esteira/db/schema/fee-rules';
import { toDay } from '@esteira/domain/calendar';
import type { FeeRule } from '@esteira/domain/profit/rules/fee-rule';
import { describeCharge, describeRule, formatRuleDay } from '@esteira/domain/profit/rules/rule-text';
import type { RuleChangeInput } from '@esteira/validators/admin-fee-rules';
import { inArray, max, sql } from 'drizzle-orm';
import { type Admin, recordAct } from '../../../core/admin-acts';
import type { Deps } from '../../../core/context';
import { toRuleId, toRuleNumber } from '../../costs/rules/added-rules';
import { forgetFeeTable } from '../../costs/rules/fee-table';
import { planChange } from './plan-change';

/**
 * Adds rules and takes out those that have not begun, all of it or nothing. Of two admins who change rules at the same
 * time the second waits, and is judged by what the first wrote.
 */
export async function changeRules(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  admin: Admin,
  change: RuleChangeInput,
): Promise<{ incluidas: string[] }> {
  const incluidas = await db.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE regras_tarifa IN SHARE ROW EXCLUSIVE MODE`);
    const plan = await planChange(tx, change, toDay(clock()));
    await removeRules(tx, admin, plan.removed);
    return addRules(tx, admin, { rules: plan.added, inputs: change.incluir });
  });
  forgetFeeTable(db);
  return { incluidas };
}

async function removeRules(tx: Database, admin: Admin, removed: readonly FeeRule[]): Promise<void> {
  for (const rule of removed) {
    await recordAct(tx, admin, { ato: 'regra_retirada', alvo_id: null, detalhe: describeAct(rule.id, rule) });
  }
  const numbers = removed.map(({ id }) => toRuleNumber(id));
  if (numbers.length > 0) await tx.delete(feeRules).where(inArray(feeRules.numero, numbers));
}

interface NewRules {
  rules: readonly FeeRule[];
  inputs: RuleChangeInput['incluir'];
}

async function addRules(tx: Database, admin: Admin, { rules, inputs }: NewRules): Promise<string[]> {
  const [last] = await tx.select({ numero: max(feeRules.numero) }).from(feeRules);
  const ids: string[] = [];
  for (const [index, { fonte, regra }] of inputs.entries()) {
    const rule = rules[index];
    if (rule === undefined) throw new Error('every input is planned');
    const numero = (last?.numero ?? 0) + index + 1;
    const { tipo, marketplace, vale_de, vale_ate, confianca, endereco, ...dados } = regra;
    const columns = { tipo, marketplace, vale_de, vale_ate, confianca, endereco, fonte, dados };
    await tx.insert(feeRules).values({ ...columns, numero, criado_por: admin.id });
    const detalhe = `${describeAct(toRuleId(numero), rule)} (${fonte})`;
    await recordAct(tx, admin, { ato: 'regra_incluida', alvo_id: null, detalhe });
    ids.push(toRuleId(numero));
  }
  return ids;
}

const describeAct = (id: string, rule: FeeRule) =>
  `${id}: ${describeRule(rule)}, ${describeCharge(rule)}, a partir de ${formatRuleDay(rule.validFrom)}`;

import type { Database } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres/postgres-errors';
import { feeRules } from '@esteira/db/schema/costs/fee-rules';
import { toDay } from '@esteira/domain/calendar';
import { describeCharge, describeRule, formatRuleDay } from '@esteira/domain/profit/rule-text';
import type { FeeRule } from '@esteira/domain/profit/rules/fee-rule';
import type { RuleChangeInput } from '@esteira/validators/administration/admin-fee-rules';
import { toFeeRule } from '@esteira/validators/costs/fee-rule-wire';
import { eq, sql } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { type StoredRule, toRuleId } from '../../costs/rules/added-rules';
import { type Admin, recordAct } from '../admin-acts';
import { planChange } from './plan-change';

/**
 * Adds rules and takes out those that have not begun, all of it or nothing. Of two admins who change rules at the same
 * time the second waits, and is checked against what the first wrote.
 */
export async function changeRules(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  admin: Admin,
  change: RuleChangeInput,
): Promise<{ incluidas: string[] }> {
  const incluidas = await retryingDeadlocks(() =>
    db.transaction(async (tx) => {
      await tx.execute(sql`LOCK TABLE regras_tarifa IN SHARE ROW EXCLUSIVE MODE`);
      const plan = await planChange(tx, change, toDay(clock()));
      await removeRules(tx, admin, plan.removed);
      return addRules(tx, admin, { rules: plan.added, inputs: change.incluir });
    }),
  );
  return { incluidas };
}

async function removeRules(tx: Database, admin: Admin, removed: readonly StoredRule[]): Promise<void> {
  for (const { id, row, regra } of removed) {
    const detalhe = regra === null ? id : describeAct(id, toFeeRule({ id, regra }));
    await recordAct(tx, admin, { ato: 'regra_retirada', alvo_id: null, detalhe });
    await tx.delete(feeRules).where(eq(feeRules.id, row.id));
  }
}

interface NewRules {
  rules: readonly FeeRule[];
  inputs: RuleChangeInput['incluir'];
}

async function addRules(tx: Database, admin: Admin, { rules, inputs }: NewRules): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, { fonte, regra }] of inputs.entries()) {
    const rule = rules[index];
    if (rule === undefined) throw new Error('every input is planned');
    const { tipo, marketplace, vale_de, vale_ate, confianca, endereco, ...dados } = regra;
    const columns = { tipo, marketplace, vale_de, vale_ate, confianca, endereco, fonte, dados };
    const [row] = await tx
      .insert(feeRules)
      .values({ ...columns, numero: NEXT_NUMBER, criado_por: admin.id })
      .returning({ numero: feeRules.numero });
    if (row === undefined) throw new Error('an insert returns its row');
    const id = toRuleId(row.numero);
    await recordAct(tx, admin, {
      ...{ ato: 'regra_incluida', alvo_id: null },
      detalhe: `${describeAct(id, rule)} (${fonte})`,
    });
    ids.push(id);
  }
  return ids;
}

/** A restored backup has rows, but not how far their numbers had come. */
const NEXT_NUMBER = sql`greatest(nextval('regras_tarifa_numero_seq'),
  (SELECT max(numero) + 1 FROM regras_tarifa))`;

const describeAct = (id: string, rule: FeeRule) =>
  `${id}: ${describeRule(rule)}, ${describeCharge(rule)}, a partir de ${formatRuleDay(rule.validFrom)}`;

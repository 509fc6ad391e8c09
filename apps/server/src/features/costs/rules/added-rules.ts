import type { Database } from '@esteira/db/database';
import { feeRules } from '@esteira/db/schema/fee-rules';
import { type AddedRule, feeRule } from '@esteira/validators/fee-rules';
import { asc } from 'drizzle-orm';

const PREFIX = 'regra-';

/** The rules that admins added, in the order in which they did. */
export async function listAddedRules(db: Database): Promise<AddedRule[]> {
  const rows = await db.select().from(feeRules).orderBy(asc(feeRules.numero));
  return rows.map(toAddedRule);
}

/** A row as the rule that it holds. */
export function toAddedRule(row: typeof feeRules.$inferSelect): AddedRule {
  const { numero, tipo, marketplace, vale_de, vale_ate, confianca, endereco, dados } = row;
  const regra = feeRule.parse({ ...dados, tipo, marketplace, vale_de, vale_ate, confianca, endereco });
  return { id: toRuleId(numero), incluida_em: row.criado_em, regra };
}

/** What orders and screens name an added rule by. */
export const toRuleId = (numero: number): string => `${PREFIX}${numero}`;

/** The other way round. */
export const toRuleNumber = (id: string): number => Number(id.slice(PREFIX.length));

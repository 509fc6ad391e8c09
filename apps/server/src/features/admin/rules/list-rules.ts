import { feeRules } from '@esteira/db/schema/fee-rules';
import { users } from '@esteira/db/schema/users';
import { toDay } from '@esteira/domain/calendar';
import type { FeeRule } from '@esteira/domain/profit/rules/fee-rule';
import { findSituation } from '@esteira/domain/profit/rules/rule-situation';
import { describeCharge, describeRule } from '@esteira/domain/profit/rules/rule-text';
import { listAllRules } from '@esteira/domain/profit/rules/stored-table';
import type { AdminRule, AdminRulesInput } from '@esteira/validators/admin-fee-rules';
import { toFeeRule, toWireRule } from '@esteira/validators/fee-rule-wire';
import type { Page } from '@esteira/validators/wire/page';
import { asc, eq } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { invalidCursor } from '../../../core/paging';
import { toAddedRule, toRuleId } from '../../costs/rules/added-rules';

/** The rules of which an admin asks, those that began last first. */
export async function listRules(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { cursor, limite, ...filters }: AdminRulesInput,
): Promise<Page<AdminRule>> {
  const rows = await db
    .select({ rule: feeRules, por: users.nome })
    .from(feeRules)
    .leftJoin(users, eq(users.id, feeRules.criado_por))
    .orderBy(asc(feeRules.numero));
  const today = toDay(clock());
  const added = new Map(rows.map((row) => [toRuleId(row.rule.numero), row]));
  const found = listAllRules(rows.map(({ rule }) => toFeeRule(toAddedRule(rule))))
    .sort(newestFirst)
    .filter((rule) => isAskedFor(rule, today, filters));
  const start = cursor === undefined ? 0 : found.findIndex(({ id }) => id === cursor) + 1;
  if (cursor !== undefined && start === 0) throw invalidCursor();
  const itens = found.slice(start, start + limite).map((rule) => {
    const row = added.get(rule.id);
    return {
      ...{ id: rule.id, situacao: findSituation(rule, today), regra: toWireRule(rule) },
      ...{ descricao: describeRule(rule), cobranca: describeCharge(rule), fontes: [...rule.sources] },
      acrescentada: row
        ? {
            ...{ fonte: row.rule.fonte, por: row.por, em: row.rule.criado_em },
            pode_retirar: rule.validFrom > today,
          }
        : null,
    };
  });
  const hasMore = start + limite < found.length;
  return { itens, proximo_cursor: hasMore ? (itens.at(-1)?.id ?? null) : null };
}

function newestFirst(a: FeeRule, b: FeeRule): number {
  if (a.validFrom !== b.validFrom) return a.validFrom < b.validFrom ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}

function isAskedFor(
  rule: FeeRule,
  today: string,
  { situacao, marketplace, tipo, busca }: Omit<AdminRulesInput, 'cursor' | 'limite'>,
): boolean {
  return (
    (situacao === undefined || findSituation(rule, today) === situacao) &&
    (marketplace === undefined || rule.marketplace === marketplace) &&
    (tipo === undefined || rule.kind === tipo) &&
    (busca === undefined || simplify(`${describeRule(rule)} ${rule.id}`).includes(simplify(busca)))
  );
}

const simplify = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

import { users } from '@esteira/db/schema/accounts/users';
import { feeRules } from '@esteira/db/schema/costs/fee-rules';
import { toDay } from '@esteira/domain/calendar';
import { MARKETPLACE_NAMES } from '@esteira/domain/marketplaces';
import { describeCharge, describeRule, FEE_KIND_LABELS } from '@esteira/domain/profit/rule-text';
import type { FeeRule } from '@esteira/domain/profit/rules/fee-rule';
import { findSituation } from '@esteira/domain/profit/rules/rule-situation';
import { resolveRules } from '@esteira/domain/profit/rules/stored-table';
import type { AdminRule, AdminRulesInput } from '@esteira/validators/administration/admin-fee-rules';
import { toFeeRule, toWireRule } from '@esteira/validators/costs/fee-rule-wire';
import type { Page } from '@esteira/validators/wire/page';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { invalidCursor } from '../../../core/paging';
import { findIdleRules, listStoredRules, type StoredRule, toFeeRules } from '../../costs/rules/added-rules';

/** The rules of which an admin asks, those that began last first. */
export async function listRules(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { cursor, limite, ...filters }: AdminRulesInput,
): Promise<Page<AdminRule>> {
  const stored = await listStoredRules(db);
  const authors = await db
    .select({ id: feeRules.id, por: users.nome })
    .from(feeRules)
    .innerJoin(users, eq(users.id, feeRules.criado_por));
  const today = toDay(clock());
  const added = new Map(stored.map((each) => [each.id, each]));
  const { rules } = resolveRules(toFeeRules(stored));
  const found = [...onePerId(rules, today).map((rule) => toListed(rule, today)), ...listIdle(stored)]
    .sort(newestFirst)
    .filter((listed) => isAskedFor(listed, filters));
  const start = cursor === undefined ? 0 : found.findIndex(({ id }) => id === cursor) + 1;
  if (cursor !== undefined && start === 0) throw invalidCursor();
  const names = new Map(authors.map(({ id, por }) => [id, por]));
  const itens = found.slice(start, start + limite).map(({ vale_de, tipo, marketplace, ...listed }) => {
    const row = added.get(listed.id)?.row;
    return {
      ...listed,
      acrescentada: row
        ? {
            ...{ fonte: row.fonte, por: names.get(row.id) ?? null, em: row.criado_em },
            pode_retirar: row.vale_de > today,
          }
        : null,
    };
  });
  const hasMore = start + limite < found.length;
  return { itens, proximo_cursor: hasMore ? (itens.at(-1)?.id ?? null) : null };
}

/** What is sorted and sought by, and shown. */
interface Listed extends Omit<AdminRule, 'acrescentada'> {
  vale_de: string;
  tipo: FeeRule['kind'];
  marketplace: FeeRule['marketplace'];
}

const toListed = (rule: FeeRule, today: string): Listed => ({
  ...describe(rule),
  ...{ situacao: findSituation(rule, today), motivo: null },
});

/** Added rules that are in no sum, and why. */
function listIdle(stored: readonly StoredRule[]): Listed[] {
  const reasons = findIdleRules(stored);
  return stored.flatMap(({ id, row, regra }): Listed[] => {
    const motivo = reasons.get(id);
    if (motivo === undefined) return [];
    const situacao = 'sem_efeito';
    if (regra !== null) return [{ ...describe(toFeeRule({ id, regra })), situacao, motivo }];
    const { vale_de, tipo, marketplace } = row;
    const of = marketplace === null ? [] : [MARKETPLACE_NAMES[marketplace]];
    return [
      {
        ...{ id, vale_de, tipo, marketplace, situacao, motivo, regra, cobranca: '' },
        ...{ descricao: [FEE_KIND_LABELS[tipo], ...of].join(' · '), fontes: [row.endereco] },
      },
    ];
  });
}

const describe = (rule: FeeRule) => ({
  ...{ id: rule.id, vale_de: rule.validFrom, tipo: rule.kind, marketplace: rule.marketplace },
  ...{ descricao: describeRule(rule), cobranca: describeCharge(rule) },
  ...{ regra: toWireRule(rule), fontes: [...rule.sources] },
});

/** A rule that holds again is shown once: as it holds today, or held or will hold next to it. */
function onePerId(rules: readonly FeeRule[], today: string): FeeRule[] {
  const byId = new Map<string, FeeRule>();
  for (const rule of [...rules].sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1))) {
    if (!byId.has(rule.id) || rule.validFrom <= today) byId.set(rule.id, rule);
  }
  return [...byId.values()];
}

function newestFirst(a: Listed, b: Listed): number {
  if (a.vale_de !== b.vale_de) return a.vale_de < b.vale_de ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}

function isAskedFor(
  listed: Listed,
  { situacao, marketplace, tipo, busca }: Omit<AdminRulesInput, 'cursor' | 'limite'>,
): boolean {
  return (
    (situacao === undefined || listed.situacao === situacao) &&
    (marketplace === undefined || listed.marketplace === marketplace) &&
    (tipo === undefined || listed.tipo === tipo) &&
    (busca === undefined || simplify(`${listed.descricao} ${listed.id}`).includes(simplify(busca)))
  );
}

const simplify = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

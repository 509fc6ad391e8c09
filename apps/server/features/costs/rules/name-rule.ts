import { describeRule } from '@esteira/domain/profit/rule-text';
import type { FeeTable } from '@esteira/domain/profit/rules/fee-table';
import type { OrderCost } from '@esteira/validators/costs/order-costs';

/**
 * The rule that a cost was computed by, as sellers see it; `since` is its first day where that was kept. A rule that is
 * in the table no more is named all the same.
 */
export function nameRule(table: FeeTable, id: string, since: string | null): NonNullable<OrderCost['regra']> {
  const rule = table.byId.get(id);
  return {
    id,
    descricao: rule ? describeRule(rule) : null,
    desde: since ?? rule?.validFrom ?? '',
    confianca: rule?.confidence ?? null,
    fontes: [...(rule?.sources ?? [])],
  };
}

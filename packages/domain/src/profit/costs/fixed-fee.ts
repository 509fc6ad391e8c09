import type { FixedFeeRule } from '../rules/fee-rule';
import { type FeeTable, findRules } from '../rules/fee-table';
import type { Sale } from '../sale';
import { chargeTerm } from './cost-term';
import { EVERY_PRICE, layOver, type Segment, toSegment } from './segment';

/** What the marketplace takes for each unit besides the commission. Amazon has no such fee. */
export function fixedFeeSegments(table: FeeTable, sale: Sale): Segment[] {
  if (sale.marketplace === 'amazon') return [];
  const rules = findRules(table, 'fixed_fee', sale);
  const ofCategory = rules.filter(({ category }) => category !== null && category === sale.category);
  const ofAll = rules.filter(({ category }) => category === null);
  const known = layOver(toSegments(ofCategory, sale), toSegments(ofAll, sale));
  const otherwise = sale.logistics === null ? 'logistica' : 'sem_regra_tarifa_fixa';
  return layOver(known, [toSegment(EVERY_PRICE, otherwise)]);
}

function toSegments(rules: readonly FixedFeeRule[], { logistics }: Sale): Segment[] {
  return rules
    .filter((rule) => rule.logistics === null || (logistics !== null && rule.logistics.includes(logistics)))
    .map((rule) =>
      toSegment(rule, chargeTerm({ code: 'tarifa_fixa', origin: 'tabela', ruleId: rule.id }, rule.charge)),
    );
}

import { formatMoney } from '@esteira/domain/money';
import { COST_LABELS } from '@esteira/domain/profit/cost-texts';
import { FACT_ORIGIN_LABELS, MISSING_FACT_TEXTS } from '@esteira/domain/profit/facts/fact-texts';
import type { OrderCost, OrderCosts } from '@esteira/validators/costs/order-costs';
import { formatDay } from '../../../../lib/format/day';

/** A cost as the panel names it. */
export interface CostText {
  label: string;
  /** 'R$ 9,09', or '—' where it is not known. */
  amount: string;
  /** Where it comes from and whether it was charged, or what is missing. */
  detail: string;
}

/** Reads one cost for the screen. */
export function describeCost({ codigo, valor, falta, origem, cobrado, regra }: OrderCost): CostText {
  const label = COST_LABELS[codigo];
  if (valor === null) return { label, amount: '—', detail: falta === null ? '' : MISSING_FACT_TEXTS[falta] };
  const state = cobrado ? 'cobrado' : 'estimado';
  const since = regra?.desde ? `, em vigor desde ${formatDay(regra.desde)}` : '';
  return {
    label,
    amount: formatMoney(valor === 0 ? 0 : -valor),
    detail: `${FACT_ORIGIN_LABELS[origem]}${since} · ${state}`,
  };
}

/** What the seller reads above the figure. */
export function getNetLabel({ cobrado }: Pick<OrderCosts, 'cobrado'>): string {
  return cobrado ? 'Líquido cobrado' : 'Líquido estimado';
}

/** What is missing, each once. */
export function listMissing({ linhas }: Pick<OrderCosts, 'linhas'>): string[] {
  return [...new Set(linhas.flatMap(({ falta }) => (falta === null ? [] : [MISSING_FACT_TEXTS[falta]])))];
}

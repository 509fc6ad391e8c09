import { formatMoney } from '@esteira/domain/money';
import { COST_LABELS } from '@esteira/domain/profit/cost-texts';
import { MISSING_FACT_TEXTS } from '@esteira/domain/profit/facts/fact-texts';
import type { OrderCost, OrderCosts } from '@esteira/validators/costs/order-costs';

/** A cost as the panel names it. */
export interface CostText {
  label: string;
  /** 'R$ 9,09', or '—' where it is not known. */
  amount: string;
  /** That it was charged, or what is missing; an estimate says nothing. */
  detail: string;
}

/** Reads one cost for the screen. */
export function describeCost({ codigo, valor, falta, cobrado }: OrderCost): CostText {
  const label = COST_LABELS[codigo];
  if (valor === null) return { label, amount: '—', detail: falta === null ? '' : MISSING_FACT_TEXTS[falta] };
  return { label, amount: formatMoney(valor === 0 ? 0 : -valor), detail: cobrado ? 'cobrado' : '' };
}

/** What is missing, each once. */
export function listMissing({ linhas }: Pick<OrderCosts, 'linhas'>): string[] {
  return [...new Set(linhas.flatMap(({ falta }) => (falta === null ? [] : [MISSING_FACT_TEXTS[falta]])))];
}

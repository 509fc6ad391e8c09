import { toCents } from '@esteira/domain/money';
import type { OrderCosts } from '@esteira/validators/costs/order-costs';

/** A line between what the buyer paid and what remains; in reais, costs below zero. A `rest` is what the lines above come to. */
export interface MoneyLine {
  amount: number;
  kind: 'start' | 'cost' | 'rest';
}

/** Where the bar of a line lies, in percent of the width. */
export interface MoneyBar {
  left: number;
  width: number;
}

/** From the sale price over each cost to what remains; what is not known takes nothing. */
export function toWaterfall({
  preco_venda,
  linhas,
  liquido,
}: Pick<OrderCosts, 'preco_venda' | 'linhas' | 'liquido'>): MoneyLine[] {
  return [
    { amount: preco_venda, kind: 'start' },
    ...linhas.map(({ valor }) => ({ amount: 0 - (valor ?? 0), kind: 'cost' as const })),
    { amount: liquido ?? 0, kind: 'rest' },
  ];
}

/** A bar for each line: each cost begins where the line before it ended, and a rest begins at zero. */
export function toBars(lines: readonly MoneyLine[]): MoneyBar[] {
  let reached = 0;
  const spans = lines.map(({ amount, kind }) => {
    const from = kind === 'cost' ? reached : 0;
    const to = kind === 'cost' ? from + toCents(amount) : toCents(amount);
    reached = to;
    return { start: Math.min(from, to), end: Math.max(from, to) };
  });
  const low = Math.min(0, ...spans.map(({ start }) => start));
  const range = Math.max(0, ...spans.map(({ end }) => end)) - low;
  return spans.map(({ start, end }) =>
    range === 0
      ? { left: 0, width: 0 }
      : { left: ((start - low) * 100) / range, width: ((end - start) * 100) / range },
  );
}

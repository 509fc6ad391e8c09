import { toCents } from '@esteira/domain/money';
import type { Order } from '@esteira/validators/orders/order';

/** A line between what the buyer paid and what remains; amounts in reais, costs below zero. */
export interface MoneyLine {
  label: string;
  amount: number;
  /** A `rest` is what the lines above it come to. */
  kind: 'start' | 'cost' | 'rest';
}

/** Where the bar of a line lies, in percent of the width. */
export interface MoneyBar {
  left: number;
  width: number;
}

/** From the sale price to the profit. A cost that is known later is one more line before the rest. */
export function toWaterfall({ preco_venda, preco_fornecedor, lucro }: Order): MoneyLine[] {
  return [
    { label: 'Preço de venda', amount: preco_venda, kind: 'start' },
    { label: 'Custo do fornecedor', amount: preco_fornecedor === 0 ? 0 : -preco_fornecedor, kind: 'cost' },
    { label: 'Lucro', amount: lucro, kind: 'rest' },
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

import { total } from '@esteira/db/expressions';
import type { dailyCosts, dailyProducts, dailySummaries } from '@esteira/db/schema/orders/order-summaries';
import type { orders } from '@esteira/db/schema/orders/orders';
import { isOfAccount } from '@esteira/db/schema/platform/marketplace-accounts';
import type { AccountCode } from '@esteira/domain/marketplace-accounts';
import { fromCents } from '@esteira/domain/money';
import type { PeriodFigures } from '@esteira/validators/dashboards/dashboard-period';
import { and, eq } from 'drizzle-orm';

const FIGURES = [
  'vendas',
  'receita',
  'lucro',
  'calculados',
  'cobrados',
  'receita_calculada',
  'custos',
] as const;

/** Orders and what they came to, in cents. */
export type DaySums = Record<(typeof FIGURES)[number], number>;

const mapFigures = (read: (name: keyof DaySums) => number) =>
  Object.fromEntries(FIGURES.map((name) => [name, read(name)])) as DaySums;

export const NO_SUMS = mapFigures(() => 0);

export const addSums = (a: DaySums, b: DaySums): DaySums => mapFigures((name) => a[name] + b[name]);

/** Whose figures: a seller's, of all accounts or of one. */
export interface Whose {
  usuarioId: string;
  conta_id?: AccountCode | undefined;
}

type Counted = typeof dailySummaries | typeof dailyProducts | typeof dailyCosts | typeof orders;

export const isTheirs = (t: Counted, { usuarioId, conta_id }: Whose) =>
  and(eq(t.usuario_id, usuarioId), isOfAccount(t, conta_id));

/** Of a table of sums by day. */
export const sumsOf = (t: typeof dailySummaries | typeof dailyProducts) => ({
  vendas: total(t.pedidos),
  receita: total(t.receita),
  lucro: total(t.lucro),
  calculados: total(t.calculados),
  receita_calculada: total(t.receita_calculada),
  custos: total(t.custos),
});

/** In reais, with what remains of the orders whose costs are all known. */
export function toFigures(sums: DaySums): PeriodFigures {
  const { vendas, calculados, cobrados, ...cents } = sums;
  return {
    ...{ vendas, calculados, cobrados },
    receita: fromCents(cents.receita),
    lucro: fromCents(cents.lucro),
    receita_calculada: fromCents(cents.receita_calculada),
    custos: fromCents(cents.custos),
    liquido: calculados === 0 ? null : fromCents(cents.receita_calculada - cents.custos),
  };
}

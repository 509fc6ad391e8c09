import { total } from '@esteira/db/expressions';
import type { dailyProducts, dailySummaries } from '@esteira/db/schema/orders/order-summaries';
import { fromCents } from '@esteira/domain/money';
import type { PeriodFigures } from '@esteira/validators/dashboards/dashboard-period';

/** Orders and what they came to, in cents. */
export interface DaySums {
  vendas: number;
  receita: number;
  lucro: number;
  calculados: number;
  cobrados: number;
  receita_calculada: number;
  custos: number;
}

export const NO_SUMS: DaySums = {
  vendas: 0,
  receita: 0,
  lucro: 0,
  calculados: 0,
  cobrados: 0,
  receita_calculada: 0,
  custos: 0,
};

/** Of a table of sums by day. */
export const sumsOf = (t: typeof dailySummaries | typeof dailyProducts) => ({
  vendas: total(t.pedidos),
  receita: total(t.receita),
  lucro: total(t.lucro),
  calculados: total(t.calculados),
  receita_calculada: total(t.receita_calculada),
  custos: total(t.custos),
});

// Written out: a year adds up dozens of rows each time it is asked for.
export const addSums = (a: DaySums, b: DaySums): DaySums => ({
  vendas: a.vendas + b.vendas,
  receita: a.receita + b.receita,
  lucro: a.lucro + b.lucro,
  calculados: a.calculados + b.calculados,
  cobrados: a.cobrados + b.cobrados,
  receita_calculada: a.receita_calculada + b.receita_calculada,
  custos: a.custos + b.custos,
});

/** In reais, with what remains of the orders whose costs are all known. */
export function toFigures(sums: DaySums): PeriodFigures {
  return {
    vendas: sums.vendas,
    receita: fromCents(sums.receita),
    lucro: fromCents(sums.lucro),
    calculados: sums.calculados,
    cobrados: sums.cobrados,
    receita_calculada: fromCents(sums.receita_calculada),
    custos: fromCents(sums.custos),
    liquido: sums.calculados === 0 ? null : fromCents(sums.receita_calculada - sums.custos),
  };
}

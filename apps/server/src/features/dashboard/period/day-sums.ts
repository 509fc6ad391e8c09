import { fromCents } from '@esteira/domain/money';
import type { PeriodFigures } from '@esteira/validators/dashboard-period';

const FIELDS = [
  'vendas',
  'receita',
  'lucro',
  'calculados',
  'cobrados',
  'receita_calculada',
  'custos',
] as const;

/** Orders and what they came to, in cents. */
export type DaySums = Record<(typeof FIELDS)[number], number>;

/** The same as the database answers it, as text. */
export type RawSums = Record<(typeof FIELDS)[number], string>;

export const NO_SUMS: DaySums = {
  vendas: 0,
  receita: 0,
  lucro: 0,
  calculados: 0,
  cobrados: 0,
  receita_calculada: 0,
  custos: 0,
};

const toSums = (read: (field: (typeof FIELDS)[number]) => number): DaySums =>
  Object.fromEntries(FIELDS.map((field) => [field, read(field)])) as DaySums;

export const parseSums = (row: RawSums): DaySums => toSums((field) => Number(row[field]));

export const addSums = (a: DaySums, b: DaySums): DaySums => toSums((field) => a[field] + b[field]);

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

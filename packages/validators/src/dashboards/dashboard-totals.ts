import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { z } from 'zod';

/**
 * dashboard.months: the orders of each month (`mes` as YYYY-MM of America/Sao_Paulo) and marketplace that were not
 * cancelled, newest first; amounts in reais. The figures of all time are the sums of these rows.
 */
export const monthTotals = z.object({
  meses: z.array(
    z.object({
      mes: z.string(),
      marketplace: z.enum(MARKETPLACES),
      vendas: z.int(),
      receita: z.number(),
      lucro: z.number(),
      pendentes: z.int(),
    }),
  ),
});

/** dashboard.bestSellers: the products with the most units of all time, and the months, newest first, that sum to them. */
export const bestSellers = z.object({
  produtos: z.array(
    z.object({
      id: z.string(),
      nome: z.string(),
      unidades: z.int(),
      meses: z.array(z.object({ mes: z.string(), unidades: z.int() })),
    }),
  ),
});

export type MonthTotals = z.output<typeof monthTotals>;
export type BestSellers = z.output<typeof bestSellers>;

import { countDays } from '@esteira/domain/days';
import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { COST_CODES } from '@esteira/domain/profit/costs/cost-term';
import { MAX_PERIOD_DAYS } from '@esteira/domain/report-period';
import { z } from 'zod';
import { day, flag, isoDate, isWellFormed, orAbsent } from '../wire/text';
import { accountFilter } from './dashboard';

/** Days of America/Sao_Paulo, both included, and whose orders count. */
export const periodInput = accountFilter
  .extend({ de: day, ate: day })
  .refine(({ de, ate }) => de <= ate, {
    path: ['ate'],
    error: 'Deve ser no dia inicial ou depois',
    when: isWellFormed,
  })
  .refine((span) => countDays(span) <= MAX_PERIOD_DAYS, {
    path: ['ate'],
    error: `Escolha no máximo ${MAX_PERIOD_DAYS} dias`,
    when: isWellFormed,
  });

/** dashboard.period; `este_mes`: a single day is the first of a month so far, and compared as one. */
export const comparedPeriodInput = periodInput.safeExtend({ este_mes: orAbsent(flag) });

/**
 * Orders that were not cancelled, amounts in reais. Of `calculados` of them all costs are known: these were sold for
 * `receita_calculada` and cost `custos`, of `cobrados` of them what the marketplace took. `liquido` is their difference,
 * null where there are none.
 */
export const periodFigures = z.object({
  vendas: z.int(),
  receita: z.number(),
  lucro: z.number(),
  calculados: z.int(),
  cobrados: z.int(),
  receita_calculada: z.number(),
  custos: z.number(),
  liquido: z.number().nullable(),
});

/** What one kind of cost took, in reais; kinds that took nothing are left out. */
export const periodCosts = z.array(z.object({ codigo: z.enum(COST_CODES), valor: z.number() }));

const span = z.object({ de: z.string(), ate: z.string() });

/** Of a product or a supplier; `id` is null where it is not known. */
export const periodSharer = periodFigures
  .omit({ cobrados: true })
  .extend({ id: z.string().nullable(), nome: z.string(), unidades: z.int() });

export const marketplaceFigures = z.object({
  marketplace: z.enum(MARKETPLACES),
  total: periodFigures,
  custos: periodCosts,
});

/**
 * What was sold in a period and in the one that it is compared with, like for like: while the period's last day is not
 * over, the one before ends at `momento`, the same time of its own last day.
 */
export const dashboardPeriod = z.object({
  de: z.string(),
  ate: z.string(),
  total: periodFigures,
  anterior: span.extend({ momento: isoDate.nullable(), total: periodFigures }),
  /** By day, week or month, oldest first and without a gap; `antes`: the revenue of the days that each is compared with. */
  partes: z.array(
    span.extend({ total: periodFigures, antes: span.extend({ receita: z.number() }).nullable() }),
  ),
  /** Of a single day its 24 hours, with the revenue of the same hour of the day that it is compared with; else none. */
  horas: z.array(z.object({ hora: z.int(), total: periodFigures, antes: z.number().nullable() })),
  /** Of the orders whose costs are all known; they sum to `custos` of the total, as those of a marketplace to its own. */
  custos: periodCosts,
  marketplaces: z.array(marketplaceFigures),
  /** Those with the most revenue, at most ten of each. */
  produtos: z.array(periodSharer),
  fornecedores: z.array(periodSharer),
});

export type PeriodInput = z.output<typeof periodInput>;
export type ComparedPeriodInput = z.output<typeof comparedPeriodInput>;
export type PeriodFigures = z.output<typeof periodFigures>;
export type PeriodCosts = z.output<typeof periodCosts>;
export type PeriodSharer = z.output<typeof periodSharer>;
export type DashboardPeriod = z.output<typeof dashboardPeriod>;

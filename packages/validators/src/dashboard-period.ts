import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { countDays, MAX_PERIOD_DAYS } from '@esteira/domain/report-period';
import { z } from 'zod';
import { day, isoDate } from './wire/text';

/** dashboard.period: days of America/Sao_Paulo, both included. */
export const periodInput = z
  .object({ de: day, ate: day })
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

function isWellFormed({ issues }: { issues: readonly unknown[] }): boolean {
  return issues.length === 0;
}

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

const span = z.object({ de: z.string(), ate: z.string() });

/** Of a product or a supplier; `id` is null where it is not known. */
const sharer = periodFigures
  .omit({ cobrados: true })
  .extend({ id: z.string().nullable(), nome: z.string(), unidades: z.int() });

/**
 * What was sold in a period and in the one that it is compared with, like for like: while the period's last day is not
 * over, the one before ends at `momento`, the same time of its own last day.
 */
export const dashboardPeriod = z.object({
  de: z.string(),
  ate: z.string(),
  total: periodFigures,
  anterior: span.extend({ momento: isoDate.nullable(), total: periodFigures }),
  /** By day, week or month, oldest first and without a gap. */
  partes: z.array(span.extend({ total: periodFigures })),
  marketplaces: z.array(z.object({ marketplace: z.enum(MARKETPLACES), total: periodFigures })),
  /** Those with the most revenue, at most ten of each. */
  produtos: z.array(sharer),
  fornecedores: z.array(sharer),
});

export type PeriodInput = z.output<typeof periodInput>;
export type PeriodFigures = z.output<typeof periodFigures>;
export type PeriodSharer = z.output<typeof sharer>;
export type DashboardPeriod = z.output<typeof dashboardPeriod>;

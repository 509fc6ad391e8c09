import { isDay } from '@esteira/domain/days';
import { z } from 'zod';
import { OUT_OF_RANGE } from '../wire/text';
import { marketplaceFigures, periodCosts, periodFigures, periodSharer } from './dashboard-period';

/** dashboard.closing: a month of America/Sao_Paulo, in the years that the product takes. */
export const closingInput = z.object({
  mes: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'Use o formato AAAA-MM', abort: true })
    .refine((month) => isDay(`${month}-01`), { error: OUT_OF_RANGE }),
});

/** A month's orders in figures, as the dashboard counts them; `encerrado`: the month is over. */
export const monthClosing = z.object({
  mes: z.string(),
  de: z.string(),
  ate: z.string(),
  encerrado: z.boolean(),
  total: periodFigures,
  custos: periodCosts,
  marketplaces: z.array(marketplaceFigures),
  /** Those with the most revenue, at most ten of each. */
  produtos: z.array(periodSharer),
  fornecedores: z.array(periodSharer),
  /** What the figures leave out, in reais. */
  cancelados: z.object({ pedidos: z.int(), receita: z.number() }),
});

export type MonthClosing = z.output<typeof monthClosing>;

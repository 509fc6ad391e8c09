import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { COST_CODES, MISSING_CODES } from '@esteira/domain/profit/costs/cost-term';
import { FACT_ORIGINS } from '@esteira/domain/profit/facts/cost-fact';
import { z } from 'zod';
import { recordId } from '../wire/text';
import { costRule } from './order-costs';

/** products.netQuote: which product, and where. */
export const netQuoteInput = z.object({ id: recordId, marketplace: z.enum(MARKETPLACES) });

/**
 * What a sale of one unit costs and leaves today, in reais: `preco` is the sum of `linhas` and `liquido`. `liquido` and
 * `margem` (percent of the price) are null while something is missing. Null where the product has no price there.
 */
export const netQuote = z
  .object({
    preco: z.number(),
    linhas: z.array(
      z.object({
        codigo: z.enum(COST_CODES),
        valor: z.number(),
        origem: z.enum(FACT_ORIGINS),
        regra: costRule.nullable(),
      }),
    ),
    liquido: z.number().nullable(),
    margem: z.number().nullable(),
    falta: z.array(z.enum(MISSING_CODES)),
  })
  .nullable();

export type NetQuoteInput = z.output<typeof netQuoteInput>;
export type NetQuote = z.output<typeof netQuote>;

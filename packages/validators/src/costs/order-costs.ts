import { COST_CODES } from '@esteira/domain/profit/costs/cost-term';
import { FACT_ORIGINS, MISSING_FACTS } from '@esteira/domain/profit/facts/cost-fact';
import { mayBeBilled } from '@esteira/domain/profit/facts/typed-cost';
import { CONFIDENCES } from '@esteira/domain/profit/rules/fee-rule';
import { z } from 'zod';
import { isoDate, money, orAbsent, recordId } from '../wire/text';

/**
 * The rule that a cost was computed by: which sales it holds for (null where it is in the table no more), since when, how
 * sure it is, and the pages it was taken from.
 */
export const costRule = z.object({
  id: z.string(),
  descricao: z.string().nullable(),
  desde: z.string(),
  confianca: z.enum(CONFIDENCES).nullable(),
  fontes: z.array(z.string()),
});

/** One cost of an order, of all its units; `valor` in reais, null where it is not known: `falta` says why. */
export const orderCost = z.object({
  codigo: z.enum(COST_CODES),
  valor: z.number().nullable(),
  falta: z.enum(MISSING_FACTS).nullable(),
  origem: z.enum(FACT_ORIGINS),
  /** Whether the marketplace took it; else it is an estimate. */
  cobrado: z.boolean(),
  regra: costRule.nullable(),
});

/** A row of the ledger of an order's costs; `estorno`: it takes an earlier one back; `ator_nome`: who corrected by hand. */
export const orderCostEntry = orderCost.extend({
  id: z.string(),
  estorno: z.boolean(),
  criado_em: isoDate,
  ator_nome: z.string().nullable(),
});

/**
 * orders.costs: what an order leaves and why, in reais. `custos` and `liquido` are null while a cost is not known.
 * `custos` is the sum of `linhas`, and that of `lancamentos`, to the cent. `gravado` is false of an order whose costs
 * was not estimated yet: it is computed by the rules of its day, and `lancamentos` is empty.
 */
export const orderCosts = z.object({
  preco_venda: z.number(),
  custos: z.number().nullable(),
  liquido: z.number().nullable(),
  /** Percent of the price, one decimal. */
  margem: z.number().nullable(),
  cobrado: z.boolean(),
  gravado: z.boolean(),
  linhas: z.array(orderCost),
  lancamentos: z.array(orderCostEntry),
});

/**
 * orders.correctCost: what the seller says one cost came to, in reais for the whole order; `fatura`: as it stands on the
 * marketplace's bill.
 */
export const correctCostInput = z
  .object({
    id: recordId,
    codigo: z.enum(COST_CODES),
    valor: money(),
    fatura: z.boolean().default(false),
    /**
     * With it only a cost that still has this value is corrected; null: one whose value is not known. It is below zero
     * where the marketplace gave more back than it took.
     */
    valor_anterior: z.number().nullable().optional(),
  })
  .refine(({ codigo, fatura }) => !fatura || mayBeBilled(codigo), {
    path: ['fatura'],
    error: 'Este custo não vem na fatura do marketplace',
  });

/** orders.estimateCosts: where the round before stopped. */
export const estimateCostsInput = z.object({ cursor: orAbsent(z.uuid()) });

/** How many orders were looked at, of how many all costs are known now, and where to go on; null: there are no more. */
export const estimateCostsResponse = z.object({
  lidos: z.int(),
  calculados: z.int(),
  cursor: z.string().nullable(),
});

export type CostRule = z.output<typeof costRule>;
export type OrderCost = z.output<typeof orderCost>;
export type OrderCostEntry = z.output<typeof orderCostEntry>;
export type CorrectCostInput = z.output<typeof correctCostInput>;
export type OrderCosts = z.output<typeof orderCosts>;

import { z } from 'zod';
import { isoDate } from '../wire/text';
import { FEE_RULES } from './fee-rule-kinds';

/** A rule of fees as it is stored and sent. Whether its dates and bands are in order is for the domain to say. */
export const feeRule = z.discriminatedUnion('tipo', [
  FEE_RULES.commission,
  FEE_RULES.fixed_fee,
  FEE_RULES.shipping,
  FEE_RULES.shipping_cap,
  FEE_RULES.option,
  FEE_RULES.tax,
]);
export type WireFeeRule = z.output<typeof feeRule>;

/** costs.rules: the rules that were added to those that ship with the product and have an effect, in the order in which they were. */
export const addedRules = z.array(z.object({ id: z.string(), incluida_em: isoDate, regra: feeRule }));
export type AddedRule = z.output<typeof addedRules>[number];

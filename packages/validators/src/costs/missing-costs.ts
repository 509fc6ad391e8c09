import { NET_GAPS } from '@esteira/domain/profit/facts/cost-fact';
import { z } from 'zod';

/**
 * dashboard.missingCosts: why orders of a period have no net value. Each order counts once, for the first thing that is
 * missing; the orders of the reasons sum to `pedidos`. `ha_mais`: only the newest were looked at. `produtos`: those with
 * the most of these orders, where the product is what lacks something.
 */
export const missingCosts = z.object({
  pedidos: z.int(),
  ha_mais: z.boolean(),
  motivos: z.array(
    z.object({
      falta: z.enum(NET_GAPS),
      pedidos: z.int(),
      produtos: z.array(
        z.object({ id: z.string(), nome: z.string(), sku: z.string().nullable(), pedidos: z.int() }),
      ),
    }),
  ),
});

export type MissingCosts = z.output<typeof missingCosts>;

import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { ORDER_STATUSES } from '@esteira/domain/orders/order-machine';
import { COST_CODES } from '@esteira/domain/profit/costs/cost-term';
import { z } from 'zod';
import { instant } from '../wire/instant';
import { pageInput, pageOf } from '../wire/page';
import { isoDate, orAbsent, text } from '../wire/text';
import { periodInput } from './dashboard-period';

/**
 * dashboard.periodOrders: the orders behind a figure of a period, of one marketplace, product or supplier if named;
 * `desconhecido` are those of unknown products or suppliers. `momento` leaves out what came after it, as in the period that another is
 * compared with; `custo` asks what one kind of cost took of each.
 */
export const periodOrdersInput = periodInput.safeExtend({
  ...pageInput.shape,
  marketplace: orAbsent(z.enum(MARKETPLACES)),
  produto_id: orAbsent(text(100, { as: 'opaque' })),
  fornecedor_id: orAbsent(text(100, { as: 'opaque' })),
  momento: orAbsent(instant),
  custo: orAbsent(z.enum(COST_CODES)),
});

/**
 * An order that a figure is made of, in reais: the figures are the sums of these. `custos` and `liquido` are null while a
 * cost is not known; the order then counts as a sale, and not to the net value.
 */
export const periodOrder = z.object({
  id: z.string(),
  ml_order_id: z.string(),
  marketplace: z.enum(MARKETPLACES),
  status: z.enum(ORDER_STATUSES),
  produto_nome: z.string(),
  quantidade: z.int(),
  preco_venda: z.number(),
  lucro: z.number(),
  custos: z.number().nullable(),
  liquido: z.number().nullable(),
  cobrado: z.boolean(),
  /** What the asked kind of cost took, in reais; null where none was asked for, or a cost of the order is not known. */
  custo: z.number().nullable(),
  criado_em: isoDate,
});

export const periodOrders = pageOf(periodOrder);

export type PeriodOrdersInput = z.output<typeof periodOrdersInput>;
export type PeriodOrder = z.output<typeof periodOrder>;

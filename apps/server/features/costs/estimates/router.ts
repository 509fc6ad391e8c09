import {
  correctCostInput,
  estimateCostsInput,
  estimateCostsResponse,
  orderCosts,
} from '@esteira/validators/costs/order-costs';
import { idInput } from '@esteira/validators/wire/text';
import { changeOrdersProcedure, readOrdersProcedure, router } from '../../../core/procedures';
import { correctCost } from './correct-by-hand';
import { estimateMissing, estimateOrder } from './estimate-orders';
import { getOrderCosts } from './read-costs';

/** What orders cost and leave; joined to the procedures of orders. */
export const orderCostsRouter = router({
  costs: readOrdersProcedure
    .input(idInput)
    .output(orderCosts)
    .query(({ ctx, input }) => getOrderCosts(ctx.deps.db, ctx.seller.id, input.id)),
  /** Fills in what was missing when the order came, by what product and settings say now. */
  estimateOneCosts: changeOrdersProcedure
    .input(idInput)
    .output(orderCosts)
    .mutation(async ({ ctx, input }) => {
      await estimateOrder(ctx.deps.db, ctx.seller.id, input.id);
      return getOrderCosts(ctx.deps.db, ctx.seller.id, input.id);
    }),
  /** The same for all orders, a batch at a time. */
  estimateCosts: changeOrdersProcedure
    .meta({ isExpensive: true })
    .input(estimateCostsInput)
    .output(estimateCostsResponse)
    .mutation(({ ctx, input }) => estimateMissing(ctx.deps.db, ctx.seller.id, input.cursor ?? null)),
  correctCost: changeOrdersProcedure
    .input(correctCostInput)
    .output(orderCosts)
    .mutation(({ ctx, input }) => correctCost(ctx.deps.db, ctx.actor, input)),
});

import { checkoutGateway, checkoutInput, checkoutResponse } from '@esteira/validators/checkout';
import { authedProcedure, publicProcedure, router } from '../../core/procedures';
import { getGateway, payPlan } from './service';

export const checkoutRouter = router({
  pay: authedProcedure
    .meta({ asksOutside: true, refusals: [402] })
    .input(checkoutInput)
    .output(checkoutResponse)
    .mutation(({ ctx, input }) => payPlan(ctx.deps, ctx.user, input)),
  gateway: publicProcedure.output(checkoutGateway).query(({ ctx }) => getGateway(ctx.deps.payments)),
});

import {
  checkoutGateway,
  checkoutInput,
  checkoutResponse,
  tokenCheckoutInput,
} from '@esteira/validators/checkout';
import { authedProcedure, publicProcedure, router } from '../../core/procedures';
import { getGateway, payPlan, refuseCardData } from './service';
import { toCardSubmission, toTokenSubmission } from './submission';

const payProcedure = authedProcedure.meta({ asksOutside: true, refusals: [402] });

export const checkoutRouter = router({
  pay: payProcedure
    .use(({ ctx, next }) => {
      // Before the fields are looked at: what is wrong with a card is none of this server's business.
      refuseCardData(ctx.deps.payments);
      return next();
    })
    .input(checkoutInput)
    .output(checkoutResponse)
    .mutation(({ ctx, input }) => payPlan(ctx.deps, ctx.user, toCardSubmission(input))),
  payWithToken: payProcedure
    .input(tokenCheckoutInput)
    .output(checkoutResponse)
    .mutation(({ ctx, input }) => payPlan(ctx.deps, ctx.user, toTokenSubmission(input))),
  gateway: publicProcedure.output(checkoutGateway).query(({ ctx }) => getGateway(ctx.deps.payments)),
});

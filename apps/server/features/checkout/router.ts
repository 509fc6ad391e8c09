import {
  CARD_TOKEN_LABELS,
  cardPayment,
  checkoutGateway,
  checkoutInput,
  checkoutResponse,
  tokenCheckoutInput,
  tokenCheckoutResponse,
} from '@esteira/validators/billing/checkout';
import { idInput } from '@esteira/validators/wire/text';
import { authedProcedure, publicProcedure, router } from '../../core/procedures';
import { getCardPayment } from './card-progress';
import { chargingProcedure } from './charging';
import { getGateway, payPlan, payPlanWithToken, refuseCardData } from './service';
import { toCardSubmission, toTokenSubmission } from './submission';

const payProcedure = chargingProcedure.meta({ refusals: [402] });

export const checkoutRouter = router({
  pay: payProcedure
    .use(({ ctx, next }) => {
      // Before the fields are looked at: what is wrong with a card is none of this server's business.
      refuseCardData(ctx.deps.payments);
      return next();
    })
    .input(checkoutInput)
    .output(checkoutResponse)
    .mutation(({ ctx, input }) => payPlan(ctx.deps, ctx.user, toCardSubmission(input, ctx.ip))),
  payWithToken: payProcedure
    .meta({ labels: CARD_TOKEN_LABELS })
    .input(tokenCheckoutInput)
    .output(tokenCheckoutResponse)
    .mutation(({ ctx, input }) => payPlanWithToken(ctx.deps, ctx.user, toTokenSubmission(input, ctx.ip))),
  card: authedProcedure
    .meta({ asksOutside: true })
    .input(idInput)
    .output(cardPayment)
    .query(({ ctx, input }) => getCardPayment(ctx.deps, ctx.user.id, input.id)),
  gateway: publicProcedure.output(checkoutGateway).query(({ ctx }) => getGateway(ctx.deps.payments)),
});

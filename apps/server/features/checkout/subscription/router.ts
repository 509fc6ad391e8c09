import { CARD_TOKEN_LABELS } from '@esteira/validators/billing/checkout';
import {
  renewalInput,
  subscription,
  subscriptionPayment,
  tokenRenewalInput,
} from '@esteira/validators/billing/subscription';
import { pageInput, pageOf } from '@esteira/validators/wire/page';
import { authedProcedure, router } from '../../../core/procedures';
import { chargingProcedure } from '../charging';
import { turnOffRenewal, turnOnRenewal } from '../renewal/service';
import { refuseCardData } from '../service';
import { toCardSubmission, toTokenSubmission } from '../submission';
import { getSubscription, listOwnPayments } from './service';

const turnOnProcedure = chargingProcedure.meta({ refusals: [402] }).output(subscription);

export const subscriptionRouter = router({
  get: authedProcedure.output(subscription).query(({ ctx }) => getSubscription(ctx.deps, ctx.user)),
  payments: authedProcedure
    .input(pageInput)
    .output(pageOf(subscriptionPayment))
    .query(({ ctx, input }) => listOwnPayments(ctx.deps.db, ctx.user.id, input)),
  turnOnRenewal: turnOnProcedure
    .use(({ ctx, next }) => {
      // Before the fields are looked at: what is wrong with a card is none of this server's business.
      refuseCardData(ctx.deps.payments);
      return next();
    })
    .input(renewalInput)
    .mutation(async ({ ctx, input }) => {
      await turnOnRenewal(ctx.deps, ctx.user, toCardSubmission({ ...input, parcelas: 1 }, ctx.ip));
      return getSubscription(ctx.deps, ctx.user);
    }),
  turnOnRenewalWithToken: turnOnProcedure
    .meta({ labels: CARD_TOKEN_LABELS })
    .input(tokenRenewalInput)
    .mutation(async ({ ctx, input }) => {
      await turnOnRenewal(ctx.deps, ctx.user, toTokenSubmission({ ...input, parcelas: 1 }, ctx.ip));
      return getSubscription(ctx.deps, ctx.user);
    }),
  turnOffRenewal: authedProcedure
    .meta({ asksOutside: true })
    .output(subscription)
    .mutation(async ({ ctx }) => {
      await turnOffRenewal(ctx.deps, ctx.user.id);
      return getSubscription(ctx.deps, ctx.user);
    }),
});

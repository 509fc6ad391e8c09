import { subscription, subscriptionPayment } from '@esteira/validators/subscription';
import { pageInput, pageOf } from '@esteira/validators/wire/page';
import { authedProcedure, router } from '../../../core/procedures';
import { getSubscription, listOwnPayments } from './service';

export const subscriptionRouter = router({
  get: authedProcedure.output(subscription).query(({ ctx }) => getSubscription(ctx.deps, ctx.user)),
  payments: authedProcedure
    .input(pageInput)
    .output(pageOf(subscriptionPayment))
    .query(({ ctx, input }) => listOwnPayments(ctx.deps.db, ctx.user.id, input)),
});

import { listingStates as listingStatesAnswer, listingStatesInput } from '@esteira/validators/listing';
import {
  messageAnswer,
  publicationAnswer,
  publicationInput,
  simulateSaleInput,
} from '@esteira/validators/publication';
import { authedProcedure, router, subscribedProcedure } from '../../core/procedures';
import { simulateSale } from '../orders/simulated-sale';
import { listingStates } from './listing/states';
import { publishProduct, unpublishProduct } from './service';

export const publicationRouter = router({
  states: authedProcedure
    .input(listingStatesInput)
    .output(listingStatesAnswer)
    .query(({ ctx, input }) => listingStates(ctx.deps.db, ctx.user.id, input)),
  publish: subscribedProcedure
    .meta({ asksOutside: true })
    .input(publicationInput)
    .output(publicationAnswer)
    .mutation(({ ctx, input }) => publishProduct(ctx.deps, ctx.user.id, input)),
  unpublish: authedProcedure
    .meta({ asksOutside: true })
    .input(publicationInput)
    .output(publicationAnswer)
    .mutation(({ ctx, input }) => unpublishProduct(ctx.deps, ctx.user.id, input)),
  simulateSale: subscribedProcedure
    .meta({ asksOutside: true })
    .input(simulateSaleInput)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => simulateSale(ctx.deps, ctx.user.id, input)),
});

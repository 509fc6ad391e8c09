import { pixInput, pixPayment } from '@esteira/validators/billing/pix';
import { idInput } from '@esteira/validators/wire/text';
import { authedProcedure, router } from '../../../core/procedures';
import { createPix, getOpenPix, getPix, simulatePixPayment } from './service';

const asking = authedProcedure.meta({ asksOutside: true });

export const pixRouter = router({
  createPix: asking
    .input(pixInput)
    .output(pixPayment)
    .mutation(({ ctx, input }) => createPix(ctx.deps, ctx.user, input.plano)),
  pix: asking
    .input(idInput)
    .output(pixPayment)
    .query(({ ctx, input }) => getPix(ctx.deps, ctx.user.id, input.id)),
  openPix: authedProcedure
    .input(pixInput)
    .output(pixPayment.nullable())
    .query(({ ctx, input }) => getOpenPix(ctx.deps, ctx.user.id, input.plano)),
  simulatePixPayment: authedProcedure
    .input(idInput)
    .output(pixPayment)
    .mutation(({ ctx, input }) => simulatePixPayment(ctx.deps, ctx.user.id, input.id)),
});

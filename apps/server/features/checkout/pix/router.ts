import { createPixInput, pixInput, pixPayment } from '@esteira/validators/billing/pix';
import { idInput } from '@esteira/validators/wire/text';
import { authedProcedure, router } from '../../../core/procedures';
import { chargingProcedure } from '../charging';
import { createPix, getOpenPix, getPix, simulatePixPayment } from './service';

const asking = authedProcedure.meta({ asksOutside: true });

export const pixRouter = router({
  createPix: chargingProcedure
    .input(createPixInput)
    .output(pixPayment)
    .mutation(({ ctx, input }) => createPix(ctx.deps, ctx.user, input)),
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

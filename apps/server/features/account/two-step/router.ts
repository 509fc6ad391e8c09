import {
  beginTwoStepInput,
  confirmTwoStepInput,
  recoveryCodes,
  twoStepProofInput,
  twoStepSetup,
  twoStepState,
} from '@esteira/validators/accounts/two-step';
import { personProcedure, router } from '../../../core/procedures';
import { beginTwoStep, confirmTwoStep, getTwoStep, renewRecoveryCodes, turnOffTwoStep } from './service';

const codeProcedure = personProcedure.meta({ refusals: [429] });

export const twoStepRouter = router({
  twoStep: personProcedure.output(twoStepState).query(({ ctx }) => getTwoStep(ctx.deps, ctx.user)),
  beginTwoStep: codeProcedure
    .input(beginTwoStepInput)
    .output(twoStepSetup)
    .mutation(({ ctx, input }) => beginTwoStep(ctx.deps, ctx.user, input)),
  confirmTwoStep: codeProcedure
    .meta({ activity: 'duas_etapas_ligada' })
    .input(confirmTwoStepInput)
    .output(recoveryCodes)
    .mutation(({ ctx, input }) => confirmTwoStep(ctx.deps, ctx.user, input)),
  renewRecoveryCodes: codeProcedure
    .meta({ activity: 'codigos_renovados' })
    .input(twoStepProofInput)
    .output(recoveryCodes)
    .mutation(({ ctx, input }) => renewRecoveryCodes(ctx.deps, ctx.user, input)),
  turnOffTwoStep: codeProcedure
    .meta({ activity: 'duas_etapas_desligada' })
    .input(twoStepProofInput)
    .mutation(({ ctx, input }) => turnOffTwoStep(ctx.deps, ctx.user, input)),
});

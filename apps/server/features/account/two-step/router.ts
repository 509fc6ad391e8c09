import { renewedToken } from '@esteira/validators/accounts/account';
import {
  beginTwoStepInput,
  confirmedTwoStep,
  confirmTwoStepInput,
  recoveryCodes,
  turnOffTwoStepInput,
  twoStepProofInput,
  twoStepSetup,
  twoStepState,
} from '@esteira/validators/accounts/two-step';
import { ownAccountProcedure, router } from '../../../core/procedures';
import { beginTwoStep, confirmTwoStep, getTwoStep, renewRecoveryCodes, turnOffTwoStep } from './service';

const codeProcedure = ownAccountProcedure.meta({ refusals: [429] });

export const twoStepRouter = router({
  twoStep: ownAccountProcedure.output(twoStepState).query(({ ctx }) => getTwoStep(ctx.deps, ctx.user)),
  beginTwoStep: codeProcedure
    .input(beginTwoStepInput)
    .output(twoStepSetup)
    .mutation(({ ctx, input }) => beginTwoStep(ctx.deps, ctx.user, input)),
  confirmTwoStep: codeProcedure
    .input(confirmTwoStepInput)
    .output(confirmedTwoStep)
    .mutation(({ ctx, input }) => confirmTwoStep(ctx.deps, ctx, input)),
  renewRecoveryCodes: codeProcedure
    .input(twoStepProofInput)
    .output(recoveryCodes)
    .mutation(({ ctx, input }) => renewRecoveryCodes(ctx.deps, ctx, input)),
  turnOffTwoStep: codeProcedure
    .input(turnOffTwoStepInput)
    .output(renewedToken)
    .mutation(({ ctx, input }) => turnOffTwoStep(ctx.deps, ctx, input)),
});

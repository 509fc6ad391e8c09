import {
  authResponse,
  loginInput,
  loginResponse,
  mailState,
  ownUser,
  registerInput,
  requestResetInput,
  requestResetResponse,
  resetPasswordInput,
} from '@esteira/validators/accounts/account';
import { secondStepInput } from '@esteira/validators/accounts/two-step';
import { forSigningIn } from '../../core/context';
import { ownAccountProcedure, publicProcedure, router } from '../../core/procedures';
import { toOwnUser } from '../../core/security/session-user';
import { requestReset, resetPassword } from './reset/service';
import { passSecondStep } from './second-step';
import { login, logout, register } from './service';

export const authRouter = router({
  register: publicProcedure
    .input(registerInput)
    .output(authResponse)
    .mutation(({ ctx, input }) => register(forSigningIn(ctx.deps), ctx, input)),
  login: publicProcedure
    .meta({ refusals: [403] })
    .input(loginInput)
    .output(loginResponse)
    .mutation(({ ctx, input }) => login(forSigningIn(ctx.deps), ctx, input)),
  secondStep: publicProcedure
    .meta({ refusals: [403, 409] })
    .input(secondStepInput)
    .output(authResponse)
    .mutation(({ ctx, input }) => passSecondStep(forSigningIn(ctx.deps), ctx, input)),
  mail: publicProcedure.output(mailState).query(({ ctx: { deps } }) => ({
    configurado: deps.mail?.modo === 'smtp',
    no_registro: deps.mail?.modo === 'log',
  })),
  requestReset: publicProcedure
    .input(requestResetInput)
    .output(requestResetResponse)
    .mutation(({ ctx, input }) => requestReset(ctx.deps, ctx, input)),
  resetPassword: publicProcedure
    .meta({ labels: { token: 'Link' } })
    .input(resetPasswordInput)
    .mutation(({ ctx, input }) => resetPassword(ctx.deps, ctx, input)),
  logout: ownAccountProcedure
    .meta({ activity: 'saida' })
    .mutation(({ ctx }) => logout(forSigningIn(ctx.deps), ctx.user)),
  me: ownAccountProcedure
    .output(ownUser)
    .query(({ ctx }) => toOwnUser({ person: ctx.user, seller: ctx.seller, papel: ctx.papel })),
});

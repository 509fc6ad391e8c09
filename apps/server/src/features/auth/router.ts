import {
  authResponse,
  loginInput,
  mailState,
  registerInput,
  requestResetInput,
  requestResetResponse,
  resetPasswordInput,
  user,
} from '@esteira/validators/account';
import { authedProcedure, publicProcedure, router } from '../../core/procedures';
import { requestReset, resetPassword } from './reset/service';
import { login, logout, register } from './service';

export const authRouter = router({
  register: publicProcedure
    .input(registerInput)
    .output(authResponse)
    .mutation(({ ctx, input }) => register(ctx.deps, ctx, input)),
  login: publicProcedure
    .meta({ refusals: [403] })
    .input(loginInput)
    .output(authResponse)
    .mutation(({ ctx, input }) => login(ctx.deps, ctx, input)),
  mail: publicProcedure
    .output(mailState)
    .query(({ ctx }) => ({ configurado: ctx.deps.mail?.modo === 'smtp' })),
  requestReset: publicProcedure
    .input(requestResetInput)
    .output(requestResetResponse)
    .mutation(({ ctx, input }) => requestReset(ctx.deps, ctx, input)),
  resetPassword: publicProcedure
    .input(resetPasswordInput)
    .mutation(({ ctx, input }) => resetPassword(ctx.deps, ctx, input)),
  logout: authedProcedure.mutation(({ ctx }) => logout(ctx.deps, ctx.user)),
  me: authedProcedure.output(user).query(({ ctx }) => ctx.user),
});

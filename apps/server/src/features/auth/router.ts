import { authResponse, loginInput, registerInput, user } from '@esteira/validators/account';
import { authedProcedure, publicProcedure, router } from '../../core/procedures';
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
  logout: authedProcedure.mutation(({ ctx }) => logout(ctx.deps, ctx.user)),
  me: authedProcedure.output(user).query(({ ctx }) => ctx.user),
});

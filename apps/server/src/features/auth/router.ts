import { authResponse, loginInput, registerInput, user } from '@esteira/validators/account';
import { authedProcedure, publicProcedure, router } from '../../core/procedures';
import { login, register } from './service';

export const authRouter = router({
  register: publicProcedure
    .input(registerInput)
    .output(authResponse)
    .mutation(({ ctx, input }) => register(ctx.deps, ctx.ip, input)),
  login: publicProcedure
    .meta({ refusals: [403] })
    .input(loginInput)
    .output(authResponse)
    .mutation(({ ctx, input }) => login(ctx.deps, ctx.ip, input)),
  me: authedProcedure.output(user).query(({ ctx }) => ctx.user),
});

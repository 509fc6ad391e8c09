import { initTRPC, TRPCError } from '@trpc/server';
import type { Context } from './context';
import { AppError, appErrorOf, problemOf } from './errors';
import { findSessionUser, refuseWithoutPlan } from './security/session-user';

const t = initTRPC.context<Context>().create({
  isDev: false,
  sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } },
  errorFormatter({ shape, error }) {
    const failure = appErrorOf(error);
    return {
      message: failure.message,
      code: shape.code,
      data: { code: failure.code, httpStatus: failure.status, path: shape.data.path, ...problemOf(failure) },
    };
  },
});

export const router = t.router;

/** Wraps input parsing too, so that every failure leaves with the code of its kind. */
const base = t.procedure.use(async ({ next }) => {
  const result = await next();
  if (result.ok) return result;
  const failure = appErrorOf(result.error);
  throw new TRPCError({ code: failure.code, message: failure.message, cause: failure });
});

export const publicProcedure = base;

/** A logged-in, active user; `ctx.user` is there from here on. */
export const authedProcedure = base.use(async ({ ctx, next }) => {
  const user = await findSessionUser(ctx.deps, ctx.token);
  return next({ ctx: { ...ctx, user } });
});

export const adminProcedure = authedProcedure.use(({ ctx, next }) => {
  if (!ctx.user.is_admin) throw new AppError('forbidden', 'Acesso negado');
  return next();
});

/** Features that EXIGIR_ASSINATURA reserves to active plans; admins are exempt. */
export const subscribedProcedure = authedProcedure.use(({ ctx, next }) => {
  refuseWithoutPlan(ctx.deps, ctx.user);
  return next();
});

import type { Activity } from '@esteira/domain/accounts/activity';
import type { KeyScope } from '@esteira/domain/accounts/api-keys';
import { MARKETPLACES } from '@esteira/domain/marketplaces';
import type { FieldLabels } from '@esteira/validators/wire/problem';
import { initTRPC, TRPCError } from '@trpc/server';
import { z } from 'zod';
import { toAppError, toProblemBody } from './errors';
import { runLimited } from './limits/account-limit';
import type { Context } from './request-context';
import { refuseUnlessAdmin, refuseWithoutPlan } from './security/session-user';
import { forReading } from './security/signed-links';

/** What a procedure tells OpenAPI of itself beyond its input and output. */
export interface ProcedureMeta {
  /** Needs no session; its tries are limited instead. */
  isPublic?: true;
  adminsOnly?: true;
  /** Everybody who is signed in has it for themselves, people of a team too. */
  forPeople?: true;
  /** Also with a restricted session: one's own account, and leaving. */
  openToRestricted?: true;
  /** API keys with one of these may call it too; without it, no key may. */
  scopes?: readonly KeyScope[];
  /** Reserved to active plans where EXIGIR_ASSINATURA asks for one. */
  needsPlan?: true;
  /** Asks a marketplace or the payment gateway, which may be busy or away. */
  asksOutside?: true;
  /** Reads a lot: an account does only a few of these at a time, of the calls that it does at all. */
  isExpensive?: true;
  /** What fields of its input are called where their names alone do not say it. */
  labels?: FieldLabels;
  /** HTTP statuses of refusals that only this procedure has. */
  refusals?: readonly number[];
  /** What is recorded of it once it is done (docs/decisions/0097-activity.md). */
  activity?: Activity;
  /** Of how many orders its answer hands the buyers out; `named`: how many its input names. */
  buyers?: (answer: never, named: number) => number;
}

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false,
    sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } },
    errorFormatter({ shape, error }) {
      const failure = toAppError(error);
      return {
        message: failure.message,
        code: shape.code,
        data: {
          code: failure.code,
          httpStatus: failure.status,
          path: shape.data.path,
          ...toProblemBody(failure),
          ...(failure.retryAfter === null ? {} : { retryAfter: failure.retryAfter }),
        },
      };
    },
  });

export const router = t.router;
export const mergeRouters = t.mergeRouters;

/** Wraps input parsing too, so that every failure leaves with the code of its kind. */
const base = t.procedure.use(async ({ ctx, path, meta, next, getRawInput }) => {
  const { tracer } = ctx.deps;
  const result = await (tracer ? tracer.within(path, {}, () => next()) : next());
  if (result.ok) {
    const told = toTarget(meta?.activity || meta?.buyers ? await getRawInput() : undefined);
    if (meta?.activity) await ctx.record({ ato: meta.activity, ...told });
    if (meta?.buyers) await ctx.countBuyersRead(meta.buyers(result.data as never, told.quantidade ?? 0));
    return result;
  }
  const failure = toAppError(result.error, ctx.deps.clock(), meta?.labels);
  if (failure.kind === 'forbidden')
    await ctx.record({ ato: 'acesso_negado', resultado: 'negado', alvo: path });
  throw new TRPCError({ code: failure.code, message: failure.message, cause: failure });
});

/** What an input names, by an id or a name of the code. */
const target = z.union([
  z.object({ id: z.guid() }).transform(({ id }) => id),
  z.object({ conta_id: z.string().regex(/^[a-z0-9-]{1,40}$/) }).transform(({ conta_id }) => conta_id),
  z.object({ marketplace: z.enum(MARKETPLACES) }).transform(({ marketplace }) => marketplace),
  z.object({ fornecedor_id: z.guid() }).transform(({ fornecedor_id }) => fornecedor_id),
]);

/** How many orders an input names. */
const counted = z.union([
  z.object({ ids: z.array(z.unknown()) }).transform(({ ids }) => ids.length),
  z.object({ pedidos: z.array(z.unknown()) }).transform(({ pedidos }) => pedidos.length),
]);

const toTarget = (input: unknown) => ({
  alvo: target.safeParse(input).data,
  quantidade: counted.safeParse(input).data,
});

export const publicProcedure = base.meta({ isPublic: true });

/**
 * The owner of a shop, `ctx.user` from here on: neither people of their team nor API keys come in. What is for one of
 * these too says so by another base.
 */
export const authedProcedure = base.use(async ({ ctx, meta, next }) => {
  const user = await ctx.owner(meta?.openToRestricted);
  return runLimited(ctx.deps.accountLimit, { ...meta, accountId: user.id }, () => next({ ctx: { user } }));
});

const signedInProcedure = base.meta({ forPeople: true }).use(async ({ ctx, meta, next }) => {
  const { person, seller, papel } = await ctx.signedIn(meta?.openToRestricted);
  const actor = { usuarioId: seller.id, atorId: person.id };
  return next({ ctx: { user: person, seller, papel, actor } });
});

/** What everybody who is signed in has for themselves, people of a team too: `ctx.user` is the person. */
export const personProcedure = signedInProcedure.use(({ ctx, meta, next }) =>
  runLimited(ctx.deps.accountLimit, { ...meta, accountId: ctx.seller.id }, () => next()),
);

/** What everybody who is signed in has of their own account, with a restricted session too. Waits in no account's line. */
export const ownAccountProcedure = signedInProcedure.meta({ openToRestricted: true });

export const adminProcedure = base.meta({ adminsOnly: true }).use(async ({ ctx, meta, next }) => {
  const { person: user } = await ctx.signedIn();
  await refuseUnlessAdmin(ctx.deps, user);
  return runLimited(ctx.deps.accountLimit, { ...meta, accountId: user.id }, () => next({ ctx: { user } }));
});

/**
 * For sessions, people of a team within their role, and API keys that have one of the scopes: whose rows these are is
 * `ctx.seller` from here on, and `ctx.actor` says who reads or writes them.
 */
const openToKeys = (...scopes: [KeyScope, ...KeyScope[]]) =>
  base.meta({ scopes }).use(async ({ ctx, meta, next }) => {
    const shop = await ctx.shopWithin(scopes);
    const limited = { ...meta, accountId: shop.seller.id };
    return runLimited(ctx.deps.accountLimit, limited, () => next({ ctx: shop }));
  });

export const anyKeyProcedure = openToKeys('leitura', 'pedidos', 'produtos');
export const readProcedure = openToKeys('leitura');
export const readProductsProcedure = openToKeys('leitura', 'produtos');
export const changeProductsProcedure = openToKeys('produtos');
export const changeOrdersProcedure = openToKeys('pedidos');

/** Who may not change orders gets addresses of labels that leave them unprinted. */
export const readOrdersProcedure = openToKeys('leitura', 'pedidos').use(({ ctx, next }) => {
  const { labelLinks } = ctx.deps;
  const mayChange = ctx.scopes.includes('pedidos');
  return next({ ctx: { deps: mayChange ? ctx.deps : { ...ctx.deps, labelLinks: forReading(labelLinks) } } });
});

/** Features that EXIGIR_ASSINATURA reserves to active plans; admins are exempt. */
export const sellProductsProcedure = changeProductsProcedure
  .meta({ needsPlan: true })
  .use(({ ctx, next }) => {
    refuseWithoutPlan(ctx.deps, ctx.seller);
    return next();
  });

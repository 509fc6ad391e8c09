import type { AnyTRPCProcedure } from '@trpc/server';
import { mergeRouters, type ProcedureMeta, router } from './core/procedures';
import { accountRouter } from './features/account/router';
import { twoStepRouter } from './features/account/two-step/router';
import { activityRouter } from './features/activity/router';
import { jobsRouter } from './features/admin/jobs/router';
import { adminPaymentsRouter } from './features/admin/payments/router';
import { adminRouter } from './features/admin/router';
import { feeRulesRouter } from './features/admin/rules/router';
import { apiKeysRouter } from './features/api-keys/router';
import { authRouter } from './features/auth/router';
import { pixRouter } from './features/checkout/pix/router';
import { checkoutRouter } from './features/checkout/router';
import { subscriptionRouter } from './features/checkout/subscription/router';
import { integrationsRouter } from './features/connections/router';
import { orderCostsRouter } from './features/costs/estimates/router';
import { productCostsRouter } from './features/costs/margins/router';
import { costsRouter } from './features/costs/router';
import { dashboardRouter } from './features/dashboard/router';
import { examplesRouter } from './features/examples/router';
import { liveRouter } from './features/live/router';
import { noticesRouter } from './features/notices/router';
import { orderDetailsRouter } from './features/orders/details/router';
import { ordersRouter, simulatedSaleRouter } from './features/orders/router';
import { createChangesRouter } from './features/products/changes/router';
import { createEditingRouter } from './features/products/editing/router';
import { importPreviewRouter } from './features/products/import/router';
import { createProductsRouter } from './features/products/router';
import { listingSync } from './features/publication/listing-sync';
import { publicationRouter } from './features/publication/router';
import { purchasingRouter } from './features/purchasing/router';
import { stockSyncRouter } from './features/stock-sync/router';
import { suppliersRouter } from './features/suppliers/router';
import { teamRouter } from './features/team/router';

export const appRouter = router({
  auth: authRouter,
  account: mergeRouters(accountRouter, twoStepRouter),
  activity: activityRouter,
  apiKeys: apiKeysRouter,
  suppliers: suppliersRouter,
  products: mergeRouters(
    createProductsRouter(listingSync),
    createEditingRouter(listingSync),
    createChangesRouter(listingSync),
    importPreviewRouter,
    productCostsRouter,
  ),
  publication: mergeRouters(publicationRouter, simulatedSaleRouter),
  orders: mergeRouters(ordersRouter, orderDetailsRouter, orderCostsRouter),
  purchasing: purchasingRouter,
  costs: costsRouter,
  dashboard: dashboardRouter,
  subscription: subscriptionRouter,
  examples: examplesRouter,
  checkout: mergeRouters(checkoutRouter, pixRouter),
  admin: mergeRouters(adminRouter, adminPaymentsRouter, feeRulesRouter),
  integrations: integrationsRouter,
  jobs: jobsRouter,
  stockSync: stockSyncRouter,
  live: liveRouter,
  notices: noticesRouter,
  team: teamRouter,
});

export type AppRouter = typeof appRouter;

type Features = AppRouter['_def']['record'];

/** `feature.procedure`, as the REST table names its procedures. */
export type ProcedurePath = {
  [Feature in keyof Features & string]: `${Feature}.${keyof Features[Feature] & string}`;
}[keyof Features & string];

/** Looks a procedure up; the path's type guarantees that it exists. */
export function procedureAt(path: ProcedurePath): AnyTRPCProcedure {
  // At run time tRPC keys them by their full path.
  const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;
  const procedure = procedures[path];
  if (procedure === undefined) throw new Error(`no procedure ${path}`);
  return procedure;
}

/** What the procedure and the base it is built on say of themselves. */
export function procedureMetaAt(path: ProcedurePath): ProcedureMeta {
  return (procedureAt(path)._def.meta ?? {}) as ProcedureMeta;
}

export function procedureTypeAt(path: ProcedurePath): 'query' | 'mutation' | 'subscription' {
  return procedureAt(path)._def.type;
}

import { missingCosts } from '@esteira/validators/costs/missing-costs';
import {
  accountFilter,
  accountSales,
  dashboardStats,
  dashboardTodo,
  firstSteps,
  lowStockProduct,
} from '@esteira/validators/dashboards/dashboard';
import {
  comparedPeriodInput,
  dashboardPeriod,
  periodInput,
} from '@esteira/validators/dashboards/dashboard-period';
import { bestSellers, monthTotals } from '@esteira/validators/dashboards/dashboard-totals';
import { closingInput, monthClosing } from '@esteira/validators/dashboards/month-closing';
import { periodOrders, periodOrdersInput } from '@esteira/validators/dashboards/period-orders';
import { z } from 'zod';
import { readProcedure, router } from '../../core/procedures';
import { listMarginFalls } from '../costs/margins/fallen-margins';
import { listAccountSales } from './account-sales';
import { getMonthClosing } from './closing/closing';
import { getFirstSteps } from './first-steps';
import { listLowStock } from './low-stock';
import { getMissingCosts } from './period/missing-costs';
import { getDashboardPeriod } from './period/period';
import { listPeriodOrders } from './period/period-orders';
import { getDashboardStats } from './service';
import { getTodo } from './todo';
import { getBestSellers } from './totals/best-sellers';
import { listMonths } from './totals/months';

export const dashboardRouter = router({
  stats: readProcedure
    .meta({ isExpensive: true })
    .input(accountFilter.prefault({}))
    .output(dashboardStats)
    .query(({ ctx, input }) => getDashboardStats(ctx.deps, { usuarioId: ctx.seller.id, ...input })),
  accounts: readProcedure
    .meta({ isExpensive: true })
    .output(accountSales)
    .query(({ ctx }) => listAccountSales(ctx.deps.db, ctx.seller.id)),
  period: readProcedure
    .meta({ isExpensive: true })
    .input(comparedPeriodInput)
    .output(dashboardPeriod)
    .query(({ ctx, input }) => getDashboardPeriod(ctx.deps, ctx.seller.id, input)),
  periodOrders: readProcedure
    .meta({ isExpensive: true })
    .input(periodOrdersInput)
    .output(periodOrders)
    .query(({ ctx, input }) => listPeriodOrders(ctx.deps.db, ctx.seller.id, input)),
  closing: readProcedure
    .meta({ isExpensive: true })
    .input(closingInput)
    .output(monthClosing)
    .query(({ ctx, input }) => getMonthClosing(ctx.deps, ctx.seller.id, input.mes)),
  missingCosts: readProcedure
    .meta({ isExpensive: true })
    .input(periodInput)
    .output(missingCosts)
    .query(({ ctx, input }) => getMissingCosts(ctx.deps.db, ctx.seller.id, input)),
  months: readProcedure
    .meta({ isExpensive: true })
    .input(accountFilter.prefault({}))
    .output(monthTotals)
    .query(({ ctx, input }) =>
      listMonths(ctx.deps.db, { usuarioId: ctx.seller.id, ...input }).then((meses) => ({ meses })),
    ),
  bestSellers: readProcedure
    .meta({ isExpensive: true })
    .input(accountFilter.prefault({}))
    .output(bestSellers)
    .query(({ ctx, input }) => getBestSellers(ctx.deps.db, { usuarioId: ctx.seller.id, ...input })),
  firstSteps: readProcedure.output(firstSteps).query(({ ctx }) => getFirstSteps(ctx.deps.db, ctx.seller.id)),
  todo: readProcedure
    .meta({ isExpensive: true })
    .output(dashboardTodo)
    .query(async ({ ctx }) => {
      const falls = await listMarginFalls(ctx.deps, ctx.seller.id);
      return getTodo(ctx.deps.db, ctx.seller.id, falls);
    }),
  lowStock: readProcedure
    .meta({ isExpensive: true })
    .output(z.array(lowStockProduct))
    .query(({ ctx }) => listLowStock(ctx.deps.db, ctx.seller.id)),
});

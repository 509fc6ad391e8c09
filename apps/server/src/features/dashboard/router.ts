import {
  lowStockProduct,
  dashboardStats as statsOutput,
  dashboardTrend as trendOutput,
} from '@esteira/validators/dashboard';
import { z } from 'zod';
import { authedProcedure, router } from '../../core/procedures';
import { dashboardStats, listLowStock } from './service';
import { dashboardTrend } from './trend';

export const dashboardRouter = router({
  stats: authedProcedure.output(statsOutput).query(({ ctx }) => dashboardStats(ctx.deps, ctx.user.id)),
  trend: authedProcedure.output(trendOutput).query(({ ctx }) => dashboardTrend(ctx.deps, ctx.user.id)),
  lowStock: authedProcedure
    .output(z.array(lowStockProduct))
    .query(({ ctx }) => listLowStock(ctx.deps.db, ctx.user.id)),
});

import { lowStockProduct, dashboardStats as statsOutput } from '@esteira/validators/dashboard';
import { z } from 'zod';
import { authedProcedure, router } from '../../core/procedures';
import { dashboardStats, listLowStock } from './service';

export const dashboardRouter = router({
  stats: authedProcedure.output(statsOutput).query(({ ctx }) => dashboardStats(ctx.deps, ctx.user.id)),
  lowStock: authedProcedure
    .output(z.array(lowStockProduct))
    .query(({ ctx }) => listLowStock(ctx.deps.db, ctx.user.id)),
});

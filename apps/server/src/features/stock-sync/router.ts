import { listingDifference } from '@esteira/validators/stock-sync';
import { z } from 'zod';
import { authedProcedure, router } from '../../core/procedures';
import { listDifferences } from './differences';

export const stockSyncRouter = router({
  differences: authedProcedure
    .output(z.array(listingDifference))
    .query(({ ctx }) => listDifferences(ctx.deps.db, ctx.user.id)),
});

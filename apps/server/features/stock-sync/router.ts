import { listingDifference } from '@esteira/validators/marketplaces/stock-sync';
import { z } from 'zod';
import { readProductsProcedure, router } from '../../core/procedures';
import { listDifferences } from './differences';

export const stockSyncRouter = router({
  differences: readProductsProcedure
    .output(z.array(listingDifference))
    .query(({ ctx }) => listDifferences(ctx.deps.db, ctx.seller.id)),
});

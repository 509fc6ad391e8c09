import { takenSkus, takenSkusInput } from '@esteira/validators/csv/product-csv';
import { productsBySku, productsBySkuInput } from '@esteira/validators/csv/stored-product';
import { readProductsProcedure, router } from '../../../core/procedures';
import { findTakenSkus } from '../queries';
import { findStoredProducts } from './stored-products';

/** What the preview of an import asks. Mutations that change nothing: thousands of SKUs fit into no address. */
export const importPreviewRouter = router({
  takenSkus: readProductsProcedure
    .input(takenSkusInput)
    .output(takenSkus)
    .mutation(({ ctx, input }) => findTakenSkus(ctx.deps.db, ctx.seller.id, input.skus)),
  bySku: readProductsProcedure
    .input(productsBySkuInput)
    .output(productsBySku)
    .mutation(({ ctx, input }) => findStoredProducts(ctx.deps, ctx.seller.id, input)),
});

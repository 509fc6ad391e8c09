import { productEditInput, productRecord, productUpdateInput } from '@esteira/validators/products/product';
import { changeProductsProcedure, router } from '../../../core/procedures';
import type { ListingSync } from '../service';
import { editProduct, updateProduct } from './edit-product';

/** Changes of one product. */
export const createEditingRouter = (listingSync: ListingSync) =>
  router({
    update: changeProductsProcedure
      .input(productUpdateInput)
      .output(productRecord)
      .mutation(({ ctx, input }) => updateProduct({ ...ctx.deps, listingSync }, ctx.actor, input)),
    edit: changeProductsProcedure
      .input(productEditInput)
      .output(productRecord)
      .mutation(({ ctx, input }) => editProduct({ ...ctx.deps, listingSync }, ctx.actor, input)),
  });

import { productCosts } from '@esteira/validators/costs';
import { idInput } from '@esteira/validators/wire/text';
import { readProductsProcedure, router } from '../../core/procedures';
import { getProductCosts } from './costs';

/** What the costs of products depend on; they are written with the product. */
export const productCostsRouter = router({
  costs: readProductsProcedure
    .input(idInput)
    .output(productCosts)
    .query(({ ctx, input }) => getProductCosts(ctx.deps.db, ctx.seller.id, input.id)),
});

import {
  listingStatesInput,
  listingStates as listingStatesResponse,
} from '@esteira/validators/marketplaces/listing';
import { publicationInput, publicationResponse } from '@esteira/validators/marketplaces/publication';
import {
  supplierListings,
  supplierListingsInput,
  supplierListingsRun,
  supplierListingsRunInput,
} from '@esteira/validators/products/supplier-listings';
import {
  changeProductsProcedure,
  readProductsProcedure,
  router,
  sellProductsProcedure,
} from '../../core/procedures';
import { countSupplierListings, pauseSupplier, resumeSupplier } from './by-supplier/run';
import { listingStates } from './listing/states';
import { publishProduct, unpublishProduct } from './service';

export const publicationRouter = router({
  states: readProductsProcedure
    .meta({ labels: { ids: 'Produtos' } })
    .input(listingStatesInput)
    .output(listingStatesResponse)
    .query(({ ctx, input }) => listingStates(ctx.deps.db, ctx.seller.id, input)),
  publish: sellProductsProcedure
    .meta({ asksOutside: true })
    .input(publicationInput)
    .output(publicationResponse)
    .mutation(({ ctx, input }) => publishProduct(ctx.deps, ctx.seller.id, input)),
  unpublish: changeProductsProcedure
    .meta({ asksOutside: true })
    .input(publicationInput)
    .output(publicationResponse)
    .mutation(({ ctx, input }) => unpublishProduct(ctx.deps, ctx.seller.id, input)),
  supplierListings: readProductsProcedure
    .input(supplierListingsInput)
    .output(supplierListings)
    .query(({ ctx, input }) => countSupplierListings(ctx.deps.db, ctx.seller.id, input.fornecedor_id)),
  pauseSupplier: changeProductsProcedure
    .meta({ asksOutside: true })
    .input(supplierListingsRunInput)
    .output(supplierListingsRun)
    .mutation(({ ctx, input }) => pauseSupplier(ctx.deps, ctx.seller.id, input)),
  resumeSupplier: sellProductsProcedure
    .meta({ asksOutside: true })
    .input(supplierListingsRunInput)
    .output(supplierListingsRun)
    .mutation(({ ctx, input }) => resumeSupplier(ctx.deps, ctx.seller.id, input)),
});

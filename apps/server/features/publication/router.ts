import {
  accountInput,
  accountPauseInput,
  accountPauseRun,
  marketplaceAccounts,
} from '@esteira/validators/marketplaces/accounts';
import {
  listingAccounts,
  listingAccountsInput,
  listingStatesInput,
  listingStates as listingStatesResponse,
} from '@esteira/validators/marketplaces/listing';
import {
  publicationInput,
  publicationResponse,
  publishInput,
} from '@esteira/validators/marketplaces/publication';
import {
  supplierListings,
  supplierListingsInput,
  supplierListingsRun,
  supplierListingsRunInput,
} from '@esteira/validators/products/supplier-listings';
import {
  authedProcedure,
  changeProductsProcedure,
  readProductsProcedure,
  router,
  sellProductsProcedure,
} from '../../core/procedures';
import { toAccountKey } from '../connections/account-list';
import { countSupplierListings, pauseSupplier, resumeSupplier } from './by-supplier/run';
import { listingStates, listListingAccounts } from './listing/states';
import { pauseAccount } from './pause-account';
import { reviveAccount } from './resume-account';
import { publishProduct, unpublishProduct } from './service';

export const publicationRouter = router({
  states: readProductsProcedure
    .meta({ labels: { ids: 'Produtos' } })
    .input(listingStatesInput)
    .output(listingStatesResponse)
    .query(({ ctx, input }) => listingStates(ctx.deps.db, ctx.seller.id, input)),
  accounts: readProductsProcedure
    .input(listingAccountsInput)
    .output(listingAccounts)
    .query(({ ctx, input }) => listListingAccounts(ctx.deps.db, ctx.seller.id, input.id)),
  publish: sellProductsProcedure
    .meta({ asksOutside: true })
    .input(publishInput)
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
  pauseAccount: changeProductsProcedure
    .meta({ asksOutside: true })
    .input(accountPauseInput)
    .output(accountPauseRun)
    .mutation(({ ctx, input }) => pauseAccount(ctx.deps, ctx.seller.id, input)),
  reviveAccount: authedProcedure
    .meta({ asksOutside: true })
    .input(accountInput)
    .output(marketplaceAccounts)
    .mutation(({ ctx, input }) => reviveAccount(ctx.deps, toAccountKey(ctx.user.id, input.conta_id))),
  resumeSupplier: sellProductsProcedure
    .meta({ asksOutside: true })
    .input(supplierListingsRunInput)
    .output(supplierListingsRun)
    .mutation(({ ctx, input }) => resumeSupplier(ctx.deps, ctx.seller.id, input)),
});

import { listingAttributes } from '@esteira/validators/marketplaces/listing-attributes';
import {
  productCount,
  productCreateInput,
  productFilterInput,
  productListInput,
  productName,
  productNamesInput,
  productRecord,
} from '@esteira/validators/products/product';
import { stockHistoryEntry, stockHistoryInput } from '@esteira/validators/products/stock-history';
import { pageOf } from '@esteira/validators/wire/page';
import { idInput } from '@esteira/validators/wire/text';
import { changeProductsProcedure, readProductsProcedure, router } from '../../core/procedures';
import { readNarrowed } from './narrow-to-fallen';
import { countProducts, listProductNames, listProducts } from './queries';
import { createProduct, getListingAttributes, getProduct, type ListingSync, removeProduct } from './service';
import { listStockHistory } from './stock-history';

export const createProductsRouter = (listingSync: ListingSync) =>
  router({
    list: readProductsProcedure
      .meta({ isExpensive: true })
      .input(productListInput)
      .output(pageOf(productRecord))
      .query(({ ctx, input }) => readNarrowed(ctx, input, listProducts)),
    count: readProductsProcedure
      .meta({ isExpensive: true })
      .input(productFilterInput)
      .output(productCount)
      .query(({ ctx, input }) => readNarrowed(ctx, input, countProducts)),
    names: readProductsProcedure
      .meta({ isExpensive: true })
      .input(productNamesInput)
      .output(pageOf(productName))
      .query(({ ctx, input }) => readNarrowed(ctx, input, listProductNames)),
    get: readProductsProcedure
      .input(idInput)
      .output(productRecord)
      .query(({ ctx, input }) => getProduct(ctx.deps.db, ctx.seller.id, input.id)),
    listingAttributes: readProductsProcedure
      .input(idInput)
      .output(listingAttributes)
      .query(({ ctx, input }) => getListingAttributes(ctx.deps.db, ctx.seller.id, input.id)),
    stockHistory: readProductsProcedure
      .input(stockHistoryInput)
      .output(pageOf(stockHistoryEntry))
      .query(({ ctx, input }) => listStockHistory(ctx.deps.db, ctx.seller.id, input)),
    create: changeProductsProcedure
      .input(productCreateInput)
      .output(productRecord)
      .mutation(({ ctx, input }) => createProduct(ctx.deps.db, ctx.actor, input)),
    remove: changeProductsProcedure
      .input(idInput)
      .mutation(({ ctx, input }) => removeProduct({ ...ctx.deps, listingSync }, ctx.seller.id, input.id)),
  });

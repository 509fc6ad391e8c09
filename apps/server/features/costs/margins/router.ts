import { netValues, netValuesInput, productCosts } from '@esteira/validators/costs/costs';
import { netQuote, netQuoteInput } from '@esteira/validators/costs/net-quote';
import { idInput } from '@esteira/validators/wire/text';
import { readProductsProcedure, router } from '../../../core/procedures';
import { getProductCosts } from '../product-costs';
import { getFeeTable } from '../rules/fee-table';
import { getNetQuote } from './net-quote';
import { listNetValues } from './net-values';

/** What the costs of products depend on; they are written with the product. */
export const productCostsRouter = router({
  costs: readProductsProcedure
    .input(idInput)
    .output(productCosts)
    .query(({ ctx, input }) => getProductCosts(ctx.deps.db, ctx.seller.id, input.id)),
  netQuote: readProductsProcedure
    .input(netQuoteInput)
    .output(netQuote)
    .query(async ({ ctx, input }) => {
      const { db, clock } = ctx.deps;
      const table = await getFeeTable(db);
      return getNetQuote(db, { ...input, table, usuarioId: ctx.seller.id, now: clock() });
    }),
  netValues: readProductsProcedure
    .meta({ labels: { ids: 'Produtos' } })
    .input(netValuesInput)
    .output(netValues)
    .query(async ({ ctx, input }) => {
      const { db, clock } = ctx.deps;
      const table = await getFeeTable(db);
      return listNetValues(db, { table, usuarioId: ctx.seller.id, ids: input.ids, now: clock() });
    }),
});

import {
  type PurchaseList,
  purchaseInput,
  purchaseList,
  purchasePage,
  purchasePageInput,
  purchasePdf,
  purchaseSuppliers,
  supplierFigures,
  supplierFiguresInput,
} from '@esteira/validators/products/purchasing';
import { z } from 'zod';
import { changeOrdersProcedure, readOrdersProcedure, router } from '../../core/procedures';
import { getSupplierFigures } from './figures';
import { getPurchaseList, makePurchasePdf } from './list';
import { createPage, listPages, revokePages } from './page/service';
import { listPurchases } from './suppliers';

const named = (_answer: unknown, orders: number) => orders;

export const purchasingRouter = router({
  list: readOrdersProcedure
    .meta({ isExpensive: true })
    .output(purchaseSuppliers)
    .query(({ ctx }) => listPurchases(ctx.deps.db, ctx.seller.id)),
  supplier: readOrdersProcedure
    .meta({ buyers: ({ enviar, pagar }: PurchaseList) => enviar.pedidos.length + pagar.pedidos.length })
    .input(purchaseInput)
    .output(purchaseList)
    .query(({ ctx, input }) => getPurchaseList(ctx.deps, ctx.seller.id, input.fornecedor_id)),
  figures: readOrdersProcedure
    .meta({ isExpensive: true })
    .meta({ labels: { ids: 'Fornecedores' } })
    .input(supplierFiguresInput)
    .output(z.array(supplierFigures))
    .query(({ ctx, input }) => getSupplierFigures(ctx.deps.db, ctx.seller.id, input.ids)),
  pdf: readOrdersProcedure
    .meta({ activity: 'lista_baixada', buyers: named })
    .input(purchasePageInput)
    .output(purchasePdf)
    .mutation(({ ctx, input }) => makePurchasePdf(ctx.deps, ctx.seller, input)),
  pages: readOrdersProcedure
    .input(purchaseInput)
    .output(z.array(purchasePage))
    .query(({ ctx, input }) => listPages(ctx.deps, ctx.seller.id, input.fornecedor_id)),
  createPage: changeOrdersProcedure
    .meta({ activity: 'pagina_criada', buyers: named })
    .meta({ refusals: [429] })
    .input(purchasePageInput)
    .output(purchasePage)
    .mutation(({ ctx, input }) => createPage(ctx.deps, ctx.seller.id, input)),
  revokePages: changeOrdersProcedure
    .meta({ activity: 'pagina_encerrada' })
    .input(purchaseInput)
    .output(z.object({ total: z.int() }))
    .mutation(({ ctx, input }) => revokePages(ctx.deps, ctx.seller.id, input.fornecedor_id)),
});

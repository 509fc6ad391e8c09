import {
  supplierEditInput,
  supplierInput,
  supplierListInput,
  supplierRecord,
  supplierUpdateInput,
} from '@esteira/validators/products/supplier';
import { pageOf } from '@esteira/validators/wire/page';
import { idInput } from '@esteira/validators/wire/text';
import { changeProductsProcedure, readProductsProcedure, router } from '../../core/procedures';
import { createSupplier, editSupplier, listSuppliers, removeSupplier, updateSupplier } from './service';

export const suppliersRouter = router({
  list: readProductsProcedure
    .meta({ isExpensive: true })
    .input(supplierListInput)
    .output(pageOf(supplierRecord))
    .query(({ ctx, input }) => listSuppliers(ctx.deps.db, ctx.seller.id, input)),
  create: changeProductsProcedure
    .input(supplierInput)
    .output(supplierRecord)
    .mutation(({ ctx, input }) => createSupplier(ctx.deps.db, ctx.seller.id, input)),
  update: changeProductsProcedure
    .input(supplierUpdateInput)
    .output(supplierRecord)
    .mutation(({ ctx, input }) => updateSupplier(ctx.deps.db, ctx.seller.id, input)),
  edit: changeProductsProcedure
    .input(supplierEditInput)
    .output(supplierRecord)
    .mutation(({ ctx, input }) => editSupplier(ctx.deps.db, ctx.seller.id, input)),
  remove: changeProductsProcedure
    .input(idInput)
    .mutation(({ ctx, input }) => removeSupplier(ctx.deps.db, ctx.seller.id, input.id)),
});

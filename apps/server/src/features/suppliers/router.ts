import {
  supplier,
  supplierInput,
  supplierListInput,
  supplierUpdateInput,
} from '@esteira/validators/products/supplier';
import { pageOf } from '@esteira/validators/wire/page';
import { idInput } from '@esteira/validators/wire/text';
import { changeProductsProcedure, readProductsProcedure, router } from '../../core/procedures';
import { createSupplier, listSuppliers, removeSupplier, updateSupplier } from './service';

export const suppliersRouter = router({
  list: readProductsProcedure
    .meta({ isExpensive: true })
    .input(supplierListInput)
    .output(pageOf(supplier))
    .query(({ ctx, input }) => listSuppliers(ctx.deps.db, ctx.seller.id, input)),
  create: changeProductsProcedure
    .input(supplierInput)
    .output(supplier)
    .mutation(({ ctx, input }) => createSupplier(ctx.deps.db, ctx.seller.id, input)),
  update: changeProductsProcedure
    .input(supplierUpdateInput)
    .output(supplier)
    .mutation(({ ctx, input }) => updateSupplier(ctx.deps.db, ctx.seller.id, input)),
  remove: changeProductsProcedure
    .input(idInput)
    .mutation(({ ctx, input }) => removeSupplier(ctx.deps.db, ctx.seller.id, input.id)),
});

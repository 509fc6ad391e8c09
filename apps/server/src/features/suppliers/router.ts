import {
  supplier,
  supplierInput,
  supplierListInput,
  supplierUpdateInput,
} from '@esteira/validators/supplier';
import { pageOf } from '@esteira/validators/wire/page';
import { idInput } from '@esteira/validators/wire/text';
import { authedProcedure, router } from '../../core/procedures';
import { createSupplier, listSuppliers, removeSupplier, updateSupplier } from './service';

export const suppliersRouter = router({
  list: authedProcedure
    .meta({ isExpensive: true })
    .input(supplierListInput)
    .output(pageOf(supplier))
    .query(({ ctx, input }) => listSuppliers(ctx.deps.db, ctx.user.id, input)),
  create: authedProcedure
    .input(supplierInput)
    .output(supplier)
    .mutation(({ ctx, input }) => createSupplier(ctx.deps.db, ctx.user.id, input)),
  update: authedProcedure
    .input(supplierUpdateInput)
    .output(supplier)
    .mutation(({ ctx, input }) => updateSupplier(ctx.deps.db, ctx.user.id, input)),
  remove: authedProcedure
    .input(idInput)
    .mutation(({ ctx, input }) => removeSupplier(ctx.deps.db, ctx.user.id, input.id)),
});

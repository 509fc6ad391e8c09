import {
  changeApplyInput,
  changeApplyResult,
  changePreview,
  changePreviewInput,
  changeSetList,
  changeUndoResult,
} from '@esteira/validators/products/product-change';
import { idInput } from '@esteira/validators/wire/text';
import { changeProductsProcedure, readProductsProcedure, router } from '../../../core/procedures';
import type { ListingSync } from '../service';
import { applyChange } from './apply';
import { previewChange } from './preview';
import { listChanges } from './queries';
import { undoChanges } from './undo';

/** Changes of many products at once, and their way back. */
export const createChangesRouter = (listingSync: ListingSync) =>
  router({
    // Changes nothing; a mutation, because thousands of ids fit into no address.
    previewChange: readProductsProcedure
      .meta({ labels: { ids: 'Produtos' } })
      .input(changePreviewInput)
      .output(changePreview)
      .mutation(({ ctx, input }) => previewChange(ctx.deps, ctx.seller.id, input)),
    applyChange: changeProductsProcedure
      .input(changeApplyInput)
      .output(changeApplyResult)
      .mutation(({ ctx, input }) => applyChange({ ...ctx.deps, listingSync }, ctx.actor, input)),
    changes: readProductsProcedure
      .output(changeSetList)
      .query(({ ctx }) => listChanges(ctx.deps, ctx.seller.id)),
    undoChange: changeProductsProcedure
      .input(idInput)
      .output(changeUndoResult)
      .mutation(({ ctx, input }) => undoChanges({ ...ctx.deps, listingSync }, ctx.actor, input.id)),
  });

import {
  changeApplyInput,
  changeApplyResult,
  changePreview,
  changePreviewInput,
  changeSetList,
  changeUndoResult,
} from '@esteira/validators/product-change';
import { idInput } from '@esteira/validators/wire/text';
import { authedProcedure, router } from '../../../core/procedures';
import type { ListingSync } from '../service';
import { applyChange } from './apply';
import { previewChange } from './preview';
import { listChanges } from './queries';
import { undoChanges } from './undo';

/** Changes of many products at once, and their way back. */
export const createChangesRouter = (listingSync: ListingSync) =>
  router({
    // Changes nothing; a mutation, because thousands of ids fit into no address.
    previewChange: authedProcedure
      .input(changePreviewInput)
      .output(changePreview)
      .mutation(({ ctx, input }) => previewChange(ctx.deps.db, ctx.user.id, input)),
    applyChange: authedProcedure
      .input(changeApplyInput)
      .output(changeApplyResult)
      .mutation(({ ctx, input }) => applyChange({ ...ctx.deps, listingSync }, ctx.user.id, input)),
    changes: authedProcedure.output(changeSetList).query(({ ctx }) => listChanges(ctx.deps, ctx.user.id)),
    undoChange: authedProcedure
      .input(idInput)
      .output(changeUndoResult)
      .mutation(({ ctx, input }) => undoChanges({ ...ctx.deps, listingSync }, ctx.user.id, input.id)),
  });

import { activityAuthors, activityEntry, activityInput } from '@esteira/validators/accounts/activity';
import { pageInput, pageOf } from '@esteira/validators/wire/page';
import { adminProcedure, authedProcedure, personProcedure, router } from '../../core/procedures';
import { listAllActivity, listAuthors, listOwnSignIns, listShopActivity } from './service';

/** 'Configurações → Atividade', and the same over all shops for admins. */
export const activityRouter = router({
  list: authedProcedure
    .input(activityInput)
    .output(pageOf(activityEntry))
    .query(({ ctx, input }) => listShopActivity(ctx.deps.db, ctx.user.id, input)),
  authors: authedProcedure.output(activityAuthors).query(({ ctx }) => listAuthors(ctx.deps.db, ctx.user.id)),
  own: personProcedure
    .input(pageInput)
    .output(pageOf(activityEntry))
    .query(({ ctx, input }) => listOwnSignIns(ctx.deps.db, ctx.user.id, input)),
  all: adminProcedure
    .input(activityInput)
    .output(pageOf(activityEntry))
    .query(({ ctx, input }) => listAllActivity(ctx.deps.db, input)),
});

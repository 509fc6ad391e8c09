import { markReadInput, noticeList, unreadNotices } from '@esteira/validators/notices';
import { authedProcedure, router } from '../../core/procedures';
import { countUnread, listNotices, markRead } from './service';

export const noticesRouter = router({
  list: authedProcedure.output(noticeList).query(({ ctx }) => listNotices(ctx.deps.db, ctx.user.id)),
  unread: authedProcedure.output(unreadNotices).query(({ ctx }) => countUnread(ctx.deps.db, ctx.user.id)),
  markRead: authedProcedure
    .input(markReadInput)
    .mutation(({ ctx, input }) => markRead(ctx.deps, ctx.user.id, input.ate)),
});

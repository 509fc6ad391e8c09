import { markReadInput, noticeList, unreadNotices } from '@esteira/validators/accounts/notices';
import { personProcedure, router } from '../../core/procedures';
import { countUnread, listNotices, markRead } from './service';

export const noticesRouter = router({
  list: personProcedure.output(noticeList).query(({ ctx }) => listNotices(ctx.deps, ctx.actor)),
  unread: personProcedure.output(unreadNotices).query(({ ctx }) => countUnread(ctx.deps, ctx.actor)),
  markRead: personProcedure
    .meta({ labels: { ate: 'Momento' } })
    .input(markReadInput)
    .mutation(({ ctx, input }) => markRead(ctx.deps, ctx.user.id, input.ate)),
});

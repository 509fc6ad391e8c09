import { endedSessions, sessionList } from '@esteira/validators/session';
import { idInput } from '@esteira/validators/wire/text';
import { authedProcedure, router } from '../../core/procedures';
import { endOtherSessions, endSession, listSessions } from './sessions';

export const accountRouter = router({
  sessions: authedProcedure.output(sessionList).query(({ ctx }) => listSessions(ctx.deps, ctx.user)),
  endSession: authedProcedure
    .input(idInput)
    .mutation(({ ctx, input }) => endSession(ctx.deps, ctx.user.id, input.id)),
  endOtherSessions: authedProcedure
    .output(endedSessions)
    .mutation(({ ctx }) => endOtherSessions(ctx.deps, ctx.user)),
});

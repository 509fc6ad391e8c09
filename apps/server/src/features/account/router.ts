import {
  changeEmailInput,
  changePasswordInput,
  confirmEmailInput,
  renameInput,
  user,
} from '@esteira/validators/account';
import { endedSessions, sessionList } from '@esteira/validators/session';
import { idInput } from '@esteira/validators/wire/text';
import { authedProcedure, publicProcedure, router } from '../../core/procedures';
import { changePassword, confirmEmailChange, rename, requestEmailChange } from './profile';
import { endOtherSessions, endSession, listSessions } from './sessions';

export const accountRouter = router({
  sessions: authedProcedure.output(sessionList).query(({ ctx }) => listSessions(ctx.deps, ctx.user)),
  endSession: authedProcedure
    .input(idInput)
    .mutation(({ ctx, input }) => endSession(ctx.deps, ctx.user.id, input.id)),
  endOtherSessions: authedProcedure
    .output(endedSessions)
    .mutation(({ ctx }) => endOtherSessions(ctx.deps, ctx.user)),
  rename: authedProcedure
    .input(renameInput)
    .output(user)
    .mutation(({ ctx, input }) => rename(ctx.deps, ctx.user.id, input)),
  changePassword: authedProcedure
    .meta({ refusals: [429] })
    .input(changePasswordInput)
    .mutation(({ ctx, input }) => changePassword(ctx.deps, ctx.user, input)),
  requestEmailChange: authedProcedure
    .meta({ refusals: [429] })
    .input(changeEmailInput)
    .mutation(({ ctx, input }) => requestEmailChange(ctx.deps, ctx.user, input)),
  confirmEmailChange: publicProcedure
    .input(confirmEmailInput)
    .mutation(({ ctx, input }) => confirmEmailChange(ctx.deps, input.token)),
});

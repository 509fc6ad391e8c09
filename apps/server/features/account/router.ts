import {
  accountEditInput,
  changeEmailInput,
  changePasswordInput,
  confirmEmailInput,
  currentPasswordInput,
  ownUser,
  renameInput,
  renewedToken,
} from '@esteira/validators/accounts/account';
import { accountDeletion, requestDeletionInput } from '@esteira/validators/accounts/account-deletion';
import { endedSessions, sessionList } from '@esteira/validators/accounts/session';
import { idInput } from '@esteira/validators/wire/text';
import { ownAccountProcedure, publicProcedure, router } from '../../core/procedures';
import { checkPassword } from '../../core/security/current-password';
import { cancelDeletion, getDeletion, requestDeletion } from './deletion/service';
import { changePassword, confirmEmailChange, editAccount, rename, requestEmailChange } from './profile';
import { endOtherSessions, endSession, listSessions } from './sessions';

export const accountRouter = router({
  sessions: ownAccountProcedure.output(sessionList).query(({ ctx }) => listSessions(ctx.deps, ctx.user)),
  endSession: ownAccountProcedure
    .meta({ activity: 'sessao_encerrada' })
    .input(idInput)
    .mutation(({ ctx, input }) => endSession(ctx.deps, ctx.user.id, input.id)),
  endOtherSessions: ownAccountProcedure
    .meta({ activity: 'sessoes_encerradas' })
    .output(endedSessions)
    .mutation(({ ctx }) => endOtherSessions(ctx.deps, ctx.user)),
  rename: ownAccountProcedure
    .input(renameInput)
    .output(ownUser)
    .mutation(({ ctx, input }) => rename(ctx.deps, ctx, input)),
  edit: ownAccountProcedure
    .input(accountEditInput)
    .output(ownUser)
    .mutation(({ ctx, input }) => editAccount(ctx.deps, ctx, input)),
  changePassword: ownAccountProcedure
    .meta({ refusals: [429] })
    .input(changePasswordInput)
    .output(renewedToken)
    .mutation(({ ctx, input }) => changePassword(ctx.deps, ctx, input)),
  // Before what would be begun already when a later step refuses the password.
  confirmPassword: ownAccountProcedure
    .meta({ refusals: [429] })
    .input(currentPasswordInput)
    .mutation(async ({ ctx, input }) => {
      await checkPassword(ctx.deps, ctx.user.id, input.senha_atual);
    }),
  requestEmailChange: ownAccountProcedure
    .meta({ activity: 'email_pedido' })
    .meta({ refusals: [429] })
    .input(changeEmailInput)
    .mutation(({ ctx, input }) => requestEmailChange(ctx.deps, ctx.user, input)),
  deletion: ownAccountProcedure
    .output(accountDeletion)
    .query(({ ctx }) => getDeletion(ctx.deps.db, ctx.user.id)),
  requestDeletion: ownAccountProcedure
    .meta({ activity: 'exclusao_pedida' })
    .meta({ refusals: [429] })
    .input(requestDeletionInput)
    .output(accountDeletion)
    .mutation(({ ctx, input }) => requestDeletion(ctx.deps, ctx.user, input)),
  cancelDeletion: ownAccountProcedure
    .meta({ activity: 'exclusao_cancelada' })
    .mutation(({ ctx }) => cancelDeletion(ctx.deps, ctx.user.id)),
  confirmEmailChange: publicProcedure
    .meta({ labels: { token: 'Link' } })
    .input(confirmEmailInput)
    .mutation(({ ctx, input }) => confirmEmailChange(ctx.deps, ctx, input.token)),
});

import { authResponse, ownUser } from '@esteira/validators/accounts/account';
import {
  acceptInput,
  changeRoleInput,
  invitation,
  invitationInput,
  inviteInput,
  team,
} from '@esteira/validators/accounts/team';
import { idInput } from '@esteira/validators/wire/text';
import {
  authedProcedure,
  ownAccountProcedure,
  personProcedure,
  publicProcedure,
  router,
} from '../../core/procedures';
import { invite, revokeInvitation } from './invitations';
import { accept, join, readInvitation } from './joining';
import { changeRole, getTeam, leaveTeam, removeMember } from './team';

/** The people of a shop. Only its seller lets them in and sends them away; they may leave by themselves. */
export const teamRouter = router({
  get: authedProcedure.output(team).query(({ ctx }) => getTeam(ctx.deps, ctx.user.id)),
  invite: authedProcedure
    .meta({ activity: 'convite_enviado' })
    .input(inviteInput)
    .mutation(({ ctx, input }) => invite(ctx.deps, ctx.user, input)),
  revokeInvitation: authedProcedure
    .meta({ activity: 'convite_retirado' })
    .input(idInput)
    .mutation(({ ctx, input }) => revokeInvitation(ctx.deps, ctx.user.id, input.id)),
  changeRole: authedProcedure
    .meta({ activity: 'papel_alterado' })
    .input(changeRoleInput)
    .mutation(({ ctx, input }) => changeRole(ctx.deps, ctx.user.id, input)),
  remove: authedProcedure
    .meta({ activity: 'pessoa_removida' })
    .input(idInput)
    .mutation(({ ctx, input }) => removeMember(ctx.deps, ctx.user.id, input.id)),
  leave: ownAccountProcedure
    .meta({ activity: 'equipe_saida' })
    .mutation(({ ctx }) => leaveTeam(ctx.deps, ctx.user)),
  // Changes nothing; a mutation, because the secret stays out of addresses, which are logged.
  readInvitation: publicProcedure
    .meta({ labels: { token: 'Convite' } })
    .input(invitationInput)
    .output(invitation)
    .mutation(({ ctx, input }) => readInvitation(ctx.deps, ctx, input.token)),
  accept: publicProcedure
    .meta({ labels: { token: 'Convite' } })
    .input(acceptInput)
    .output(authResponse)
    .mutation(({ ctx, input }) => accept(ctx.deps, ctx, input)),
  join: personProcedure
    .meta({ labels: { token: 'Convite' } })
    .input(invitationInput)
    .output(ownUser)
    .mutation(({ ctx, input }) => join(ctx.deps, ctx, { pessoa: ctx.user, token: input.token })),
});

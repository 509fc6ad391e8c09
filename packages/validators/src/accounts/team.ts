import { TEAM_ROLES } from '@esteira/domain/accounts/team-roles';
import { z } from 'zod';
import { email, isoDate, requiredText } from '../wire/text';
import { newPassword, personName } from './account';

const papel = z.enum(TEAM_ROLES, { error: 'Escolha a função' });

/** team.invite: to whom, and as what. */
export const inviteInput = z.object({ email, papel });

/** team.changeRole. */
export const changeRoleInput = z.object({ id: z.string(), papel });

const teamMember = z.object({
  id: z.string(),
  nome: z.string(),
  email: z.string(),
  papel,
  entrou_em: isoDate,
});

const teamInvitation = z.object({ id: z.string(), email: z.string(), papel, expira_em: isoDate });

/** Who works in a shop besides its seller, in the order in which they came, and who was invited. */
export const team = z.object({
  pessoas: z.array(teamMember),
  /** Those that can still be accepted. */
  convites: z.array(teamInvitation),
  /** Whether invitations can be sent at all. */
  envia_emails: z.boolean(),
});

/** What stands behind the # of the link in an invitation. */
export const invitationInput = z.object({ token: requiredText(200, { as: 'opaque' }) });

/** What an invitation says to whoever holds its link. */
export const invitation = z.object({
  email: z.string(),
  papel,
  vendedor_nome: z.string(),
  /** The address has an account, which is to accept. */
  tem_conta: z.boolean(),
});

/** team.accept: makes the account that the invitation is for. */
export const acceptInput = z.object({
  token: requiredText(200, { as: 'opaque' }),
  nome: personName,
  senha: newPassword,
});

export type InviteInput = z.output<typeof inviteInput>;
export type ChangeRoleInput = z.output<typeof changeRoleInput>;
export type Team = z.output<typeof team>;
export type TeamMember = Team['pessoas'][number];
export type TeamInvitation = Team['convites'][number];
export type Invitation = z.output<typeof invitation>;
export type AcceptInput = z.output<typeof acceptInput>;

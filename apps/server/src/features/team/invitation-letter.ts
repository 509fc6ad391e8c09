import { teamInvitations } from '@esteira/db/schema/team';
import { users } from '@esteira/db/schema/users';
import { INVITATION_DAYS, TEAM_ROLE_TEXTS } from '@esteira/domain/team';
import { and, eq, isNull } from 'drizzle-orm';
import type { Composers } from '../mail/composer';
import { toInvitationToken } from './invitation-token';

/** The invitation to a team, with the link that accepts it; nothing for one that was ended meanwhile. */
export const writeInvitation: Composers['convite_equipe'] = async (deps, { usuario_id, convite_id }) => {
  const [found] = await deps.db
    .select({ email: teamInvitations.email, papel: teamInvitations.papel, vendedor: users.nome })
    .from(teamInvitations)
    .innerJoin(users, and(eq(users.id, teamInvitations.usuario_id), users.ativo))
    .where(
      and(
        eq(teamInvitations.usuario_id, usuario_id),
        eq(teamInvitations.id, convite_id),
        isNull(teamInvitations.encerrado_em),
      ),
    );
  if (found === undefined) return null;
  const { email, papel, vendedor } = found;
  return {
    para: email,
    assunto: `${vendedor} convidou você para a equipe na Esteira`,
    paragrafos: [
      'Olá.',
      `${vendedor} convidou você para a equipe da loja na Esteira, com o papel ${TEAM_ROLE_TEXTS[papel].label}. O convite vale por ${INVITATION_DAYS} dias e só uma vez.`,
      'Se você não conhece quem convidou, ignore este e-mail.',
    ],
    // Behind the #: browsers send that part to nobody.
    botao: {
      texto: 'Aceitar convite',
      url: `${deps.publicUrl()}/convite#${toInvitationToken(deps, convite_id)}`,
    },
  };
};

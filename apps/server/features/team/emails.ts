import { teamInvitations } from '@esteira/db/schema/accounts/team';
import { users } from '@esteira/db/schema/accounts/users';
import { INVITATION_DAYS, TEAM_ROLE_TEXTS } from '@esteira/domain/accounts/team';
import { and, eq, isNull } from 'drizzle-orm';
import { pickToken } from '../../core/security/account-links';
import type { Composers } from '../mail/composer';
import { toInvitationTokens } from './invitations';

/** The invitation to a team, with the link that accepts it; nothing for one that was ended meanwhile. */
export const writeInvitation: Composers['convite_equipe'] = async (deps, { usuario_id, convite_id }) => {
  const [found] = await deps.db
    .select({
      email: teamInvitations.email,
      papel: teamInvitations.papel,
      resumo: teamInvitations.resumo,
      vendedor: users.nome,
    })
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
  const { email, papel, resumo, vendedor } = found;
  return {
    para: email,
    assunto: `${vendedor} convidou você para a equipe na Esteira`,
    paragrafos: [
      'Olá.',
      `${vendedor} convidou você para a equipe da loja na Esteira, com a função ${TEAM_ROLE_TEXTS[papel].label}. O convite vale por ${INVITATION_DAYS} dias e só uma vez.`,
      'Se você não conhece quem convidou, ignore este e-mail.',
    ],
    // Behind the #: browsers do not send that part.
    botao: {
      texto: 'Aceitar convite',
      url: `${deps.publicUrl()}/convite#${pickToken(toInvitationTokens(deps, convite_id), resumo)}`,
    },
  };
};

/** Tells the seller that a person left the team by themselves. A removal by the seller sends no e-mail. */
export const writePersonLeft: Composers['saida_equipe'] = async (deps, { usuario_id, nome, email }) => {
  const [seller] = await deps.db
    .select({ nome: users.nome, email: users.email })
    .from(users)
    .where(and(eq(users.id, usuario_id), users.ativo));
  if (seller === undefined) return null;
  return {
    para: seller.email,
    assunto: `${nome} saiu da sua equipe na Esteira`,
    paragrafos: [
      `Olá, ${seller.nome}.`,
      `${nome} (${email}) saiu da sua equipe e não tem mais acesso à sua loja. O que essa pessoa fez continua no histórico com o nome dela.`,
      'Se foi um engano, você pode convidar de novo.',
    ],
    botao: { texto: 'Abrir a equipe', url: `${deps.publicUrl()}/configuracoes/equipe` },
  };
};

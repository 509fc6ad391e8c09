import { users } from '@esteira/db/schema/accounts/users';
import { DAY_MS } from '@esteira/domain/durations';
import { and, eq } from 'drizzle-orm';
import { createAccountLink } from '../../core/security/account-links';
import type { Composers } from '../mail/composer';

/** How long the link to a new address works, counted from when it was asked for. */
export const CONFIRM_EMAIL_MS = DAY_MS;

/** The link that makes a new address the account's, to that address. */
export const writeConfirmEmail: Composers['confirmar_email'] = async (deps, dados, { id, criadoEm }) => {
  const [user] = await deps.db
    .select({ nome: users.nome })
    .from(users)
    .where(and(eq(users.id, dados.usuario_id), eq(users.ativo, true)));
  if (user === undefined) return null;
  const token = await createAccountLink(deps, {
    id,
    usuarioId: dados.usuario_id,
    tipo: 'confirmar_email',
    email: dados.email,
    expiraEm: new Date(criadoEm.getTime() + CONFIRM_EMAIL_MS),
  });
  return {
    para: dados.email,
    assunto: 'Confirme seu novo e-mail na Esteira',
    paragrafos: [
      `Olá, ${user.nome}.`,
      'Confirme que este é o novo e-mail da sua conta. O link vale por um dia e só uma vez; até lá continua valendo o e-mail de antes.',
      'Se você não pediu isso, ignore este e-mail.',
    ],
    botao: { texto: 'Confirmar e-mail', url: `${deps.publicUrl()}/confirmar-email#${token}` },
  };
};

/** Tells that signing in asks for more than before, or for less. */
export const writeTwoStepChanged: Composers['duas_etapas_alterada'] = async (
  deps,
  { email, nome, ligada },
) => ({
  para: email,
  assunto: `Verificação em duas etapas ${ligada ? 'ligada' : 'desligada'} na Esteira`,
  paragrafos: [
    `Olá, ${nome}.`,
    ligada
      ? 'Entrar na sua conta agora pede, além da senha, um código do seu aplicativo.'
      : 'Entrar na sua conta agora pede só a senha.',
    'Se não foi você, troque a senha e fale com o suporte.',
  ],
  botao: { texto: 'Abrir a conta', url: `${deps.publicUrl()}/configuracoes/conta` },
});

/** Tells why somebody has to sign in again. */
export const writeSessionsEnded: Composers['sessoes_encerradas'] = async (deps, { email, nome, motivo }) => ({
  para: email,
  assunto: 'Suas sessões na Esteira foram encerradas',
  paragrafos: [
    `Olá, ${nome}.`,
    'Um administrador encerrou todas as suas sessões. Para continuar, entre de novo.',
    `Motivo: ${motivo}`,
  ],
  botao: { texto: 'Entrar', url: `${deps.publicUrl()}/login` },
});

/** Tells the address that was the account's until now. */
export const writeEmailChanged: Composers['email_alterado'] = async (_deps, { email, nome, novo }) => ({
  para: email,
  assunto: 'O e-mail da sua conta na Esteira foi trocado',
  paragrafos: [
    `Olá, ${nome}.`,
    `O e-mail da sua conta agora é ${novo}. Avisos e links passam a ir para lá.`,
    'Se não foi você, fale com o suporte agora.',
  ],
});

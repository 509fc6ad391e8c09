import { users } from '@esteira/db/schema/accounts/users';
import { and, eq } from 'drizzle-orm';
import { createResetLink } from '../../../core/security/reset-links';
import type { Composers } from '../../mail/composer';

/** The link for a new password, to whoever has an account by that address. */
export const writeReset: Composers['redefinir_senha'] = async (deps, { email }, { id, criadoEm }) => {
  const [user] = await deps.db
    .select({ id: users.id, nome: users.nome })
    .from(users)
    .where(and(eq(users.email, email), eq(users.ativo, true)));
  if (user === undefined) return null;
  const { url } = await createResetLink(deps, { id, usuarioId: user.id, from: criadoEm });
  return {
    para: email,
    assunto: 'Crie uma senha nova para a Esteira',
    paragrafos: [
      `Olá, ${user.nome}.`,
      'Alguém pediu para trocar a senha da sua conta. Se foi você, use o link abaixo. Ele vale por uma hora e só uma vez.',
      'Se não foi você, ignore este e-mail: sua senha continua a mesma.',
    ],
    botao: { texto: 'Criar senha nova', url },
  };
};

/** Tells that the password is another one now. */
export const writePasswordChanged: Composers['senha_alterada'] = async (deps, { email, nome }) => ({
  para: email,
  assunto: 'Sua senha da Esteira foi trocada',
  paragrafos: [
    `Olá, ${nome}.`,
    'A senha da sua conta acaba de ser trocada.',
    'Se não foi você, crie uma senha nova agora e fale com o suporte.',
  ],
  botao: { texto: 'Não fui eu', url: `${deps.publicUrl()}/esqueci-senha` },
});

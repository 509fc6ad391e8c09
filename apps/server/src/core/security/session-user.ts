import { type Database, preparedOnce } from '@esteira/db/database';
import { sessions } from '@esteira/db/schema/sessions';
import { users } from '@esteira/db/schema/users';
import { isSubscriptionActive } from '@esteira/domain/subscription';
import type { User } from '@esteira/validators/account';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Deps } from '../context';
import { AppError } from '../errors';
import { isEntityId } from '../ids';
import { recordUse } from './sessions';

/** The columns of a user as others see it; the password hash stays behind. */
export const userColumns = {
  id: users.id,
  nome: users.nome,
  email: users.email,
  plano: users.plano,
  data_expiracao: users.data_expiracao,
  is_admin: users.is_admin,
  ativo: users.ativo,
};

/** Read on every request, so that a deactivated user and an ended session are out at once, on every server. */
const userOfOpenSession = (db: Database, name: string) =>
  db
    .select({ user: userColumns, ultimo_uso: sessions.ultimo_uso })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.usuario_id))
    .where(
      and(
        eq(sessions.usuario_id, sql.placeholder('usuarioId')),
        eq(sessions.id, sql.placeholder('sessaoId')),
        isNull(sessions.encerrada_em),
      ),
    )
    .prepare(name);

/** The user of a bearer token. Fails with `unauthenticated` for a bad token, an ended session, a deactivated user. */
export async function findSessionUser(deps: Deps, token: string | null) {
  const session = token === null ? null : await deps.tokens.verify(token);
  if (session === null || !isEntityId(session.usuarioId) || !isEntityId(session.sessaoId)) {
    throw new AppError('unauthenticated', 'Faça login para continuar');
  }
  const { usuarioId, sessaoId } = session;
  const query = preparedOnce(deps.db, 'session_user', userOfOpenSession);
  const [found] = await query.execute({ usuarioId, sessaoId });
  if (!found?.user.ativo) {
    throw new AppError('unauthenticated', 'Sessão encerrada. Faça login novamente.');
  }
  await recordUse(deps, { usuario_id: usuarioId, id: sessaoId, ultimo_uso: found.ultimo_uso });
  return { ...found.user, sessao_id: sessaoId };
}

/** The user of a request, and which of their sessions it came with. */
export type SignedInUser = Awaited<ReturnType<typeof findSessionUser>>;

export type SessionUser = Omit<SignedInUser, 'sessao_id'>;

/** Fails with `payment_required` where EXIGIR_ASSINATURA asks for an active plan; admins are exempt. */
export function refuseWithoutPlan(deps: Deps, user: User): void {
  if (!deps.requireSubscription || user.is_admin || isSubscriptionActive(user, deps.clock())) return;
  throw new AppError('payment_required', 'Assine um plano para acessar todas as funcionalidades');
}

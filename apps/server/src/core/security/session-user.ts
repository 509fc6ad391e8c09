import { type Database, preparedOnce } from '@esteira/db/database';
import { users } from '@esteira/db/schema/users';
import { isSubscriptionActive } from '@esteira/domain/subscription';
import { eq, sql } from 'drizzle-orm';
import type { Deps } from '../context';
import { AppError } from '../errors';
import { isEntityId } from '../ids';

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

/** Read on every request, so that a deactivated user is out at once. */
const activeUser = (db: Database, name: string) =>
  db
    .select(userColumns)
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(name);

/** The user of a bearer token. Fails with `unauthenticated` for a bad token and for a deactivated user. */
export async function findSessionUser(deps: Deps, token: string | null) {
  const id = token === null ? null : await deps.tokens.verify(token);
  if (id === null || !isEntityId(id)) throw new AppError('unauthenticated', 'Faça login para continuar');
  const [user] = await preparedOnce(deps.db, 'session_user', activeUser).execute({ id });
  if (user === undefined || !user.ativo) {
    throw new AppError('unauthenticated', 'Sessão encerrada. Faça login novamente.');
  }
  return user;
}

export type SessionUser = Awaited<ReturnType<typeof findSessionUser>>;

/** Fails with `payment_required` where EXIGIR_ASSINATURA asks for an active plan; admins are exempt. */
export function refuseWithoutPlan(deps: Deps, user: SessionUser): void {
  if (!deps.requireSubscription || user.is_admin || isSubscriptionActive(user, deps.clock())) return;
  throw new AppError('payment_required', 'Assine um plano para acessar todas as funcionalidades');
}

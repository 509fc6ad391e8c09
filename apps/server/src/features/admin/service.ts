import type { Database } from '@esteira/db/database';
import { payments } from '@esteira/db/schema/payments';
import { users } from '@esteira/db/schema/users';
import type { PlanId } from '@esteira/domain/plans';
import type { User } from '@esteira/validators/account';
import type { AdminStats } from '@esteira/validators/admin';
import { and, asc, count, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import { AppError } from '../../core/errors';
import { isEntityId } from '../../core/ids';
import { userColumns } from '../../core/security/session-user';

/** The figures of the whole platform; a plan counts only while its subscription is active. */
export async function getPlatformStats(db: Database, now: Date): Promise<AdminStats> {
  const active = (plano: PlanId) =>
    countWhere(and(eq(users.plano, plano), gt(users.data_expiracao, now.toISOString())));
  const [people] = await db
    .select({
      total: count(),
      basico: active('basico'),
      intermediario: active('intermediario'),
      top: active('top'),
    })
    .from(users);
  const [money] = await db
    .select({
      total: count(),
      receita:
        sql`coalesce(sum(${payments.valor}) FILTER (WHERE ${eq(payments.status, 'aprovado')}), 0)`.mapWith(
          payments.valor,
        ),
    })
    .from(payments);
  if (people === undefined || money === undefined) throw new Error('an aggregate returned no row');
  const { total, ...planos_distribuicao } = people;
  return {
    total_usuarios: total,
    total_payments: money.total,
    receita_total: money.receita,
    planos_distribuicao,
  };
}

/**
 * Shuts a user out. All active admins are locked, and the user, in the order of their ids: of two admins who
 * deactivate each other the second waits, and then finds that one is left.
 */
export async function deactivateUser(db: Database, adminId: string, id: string): Promise<User> {
  const target = id.toLowerCase();
  if (target === adminId) throw new AppError('conflict', 'Você não pode desativar a si mesmo');
  if (!isEntityId(id)) throw notFound();
  return db.transaction(async (tx) => {
    const locked = await tx
      .select({ id: users.id, is_admin: users.is_admin, ativo: users.ativo })
      .from(users)
      // An inactive user too: locked only by the update, out of turn, two calls could wait for each other.
      .where(or(and(users.is_admin, users.ativo), eq(users.id, target)))
      .orderBy(asc(users.id))
      .for('no key update');
    const others = locked.filter((user) => user.is_admin && user.ativo && user.id !== target);
    if (others.length === 0) {
      throw new AppError('conflict', 'O último administrador ativo não pode ser desativado');
    }
    // Deactivated while this call waited for the lock.
    if (!others.some((admin) => admin.id === adminId)) throw new AppError('forbidden', 'Acesso negado');
    return changeUser(tx, id, { ativo: false });
  });
}

export function activateUser(db: Database, id: string): Promise<User> {
  return changeUser(db, id, { ativo: true });
}

export function promoteUser(db: Database, id: string): Promise<User> {
  return changeUser(db, id, { is_admin: true });
}

async function changeUser(
  db: Database,
  id: string,
  fields: { ativo?: boolean; is_admin?: boolean },
): Promise<User> {
  const [changed] = isEntityId(id)
    ? await db.update(users).set(fields).where(eq(users.id, id)).returning(userColumns)
    : [];
  if (changed === undefined) throw notFound();
  return changed;
}

const countWhere = (condition: SQL | undefined) => sql`count(*) FILTER (WHERE ${condition})`.mapWith(Number);

const notFound = () => new AppError('not_found', 'Usuário não encontrado');

import type { Database } from '@esteira/db/database';
import { countWhere, total as summed } from '@esteira/db/expressions';
import { adminActs } from '@esteira/db/schema/accounts/admin-acts';
import { users } from '@esteira/db/schema/accounts/users';
import { payments } from '@esteira/db/schema/billing/payments';
import type { AdminAct } from '@esteira/domain/accounts/admin-acts';
import type { PlanId } from '@esteira/domain/billing/plans';
import { fromCents } from '@esteira/domain/money';
import type { User } from '@esteira/validators/accounts/account';
import type { AdminStats } from '@esteira/validators/administration/admin';
import type { DeactivateInput } from '@esteira/validators/administration/admin-user-acts';
import { and, asc, type Column, count, desc, eq, gt, isNull, not, or, type SQL } from 'drizzle-orm';
import { AppError } from '../../core/errors';
import { isEntityId } from '../../core/ids';
import { userColumns } from '../../core/security/session-user';
import { requestEnd } from '../checkout/renewal/rows';
import { type Admin, noSuchUser, recordAct } from './admin-acts';

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
      receita: summed(payments.valor, eq(payments.status, 'aprovado')),
    })
    .from(payments);
  if (people === undefined || money === undefined) throw new Error('an aggregate returned no row');
  const { total, ...planos_distribuicao } = people;
  return {
    total_usuarios: total,
    total_payments: money.total,
    receita_total: fromCents(money.receita),
    planos_distribuicao,
  };
}

/**
 * Shuts a user out, and ends their automatic renewal. All active admins are locked, and the user, in the order of their
 * ids: of two admins who deactivate each other the second waits, and then finds that one is left.
 */
export async function deactivateUser(
  db: Database,
  admin: Admin,
  { id, motivo }: DeactivateInput,
): Promise<User> {
  const target = id.toLowerCase();
  if (target === admin.id) throw new AppError('conflict', 'Você não pode desativar a si mesmo');
  if (!isEntityId(id)) throw noSuchUser();
  return db.transaction(async (tx) => {
    const locked = await tx
      .select({
        id: users.id,
        is_admin: users.is_admin,
        ativo: users.ativo,
        exclusao_em: users.exclusao_em,
      })
      .from(users)
      // An inactive user too: locked only by the update, out of turn, two calls could wait for each other.
      .where(or(and(users.is_admin, users.ativo), eq(users.id, target)))
      .orderBy(asc(users.id))
      .for('no key update');
    const others = locked.filter((user) => user.is_admin && user.ativo && user.id !== target);
    if (!others.some(({ exclusao_em }) => exclusao_em === null)) {
      throw new AppError('conflict', 'O último administrador ativo não pode ser desativado');
    }
    // Deactivated while this call waited for the lock.
    if (!others.some((other) => other.id === admin.id)) throw new AppError('forbidden', 'Acesso negado');
    if (locked.some((user) => user.id === target && !user.ativo))
      await explain(tx, admin, { id: target, motivo });
    const user = await changeUser(tx, admin, { id, detalhe: motivo, ...DEACTIVATION });
    await requestEnd(tx, [user.id]);
    return user;
  });
}

/** Adds the reason to the admin's own last deactivation of a user, where it has none. */
async function explain(tx: Database, admin: Admin, { id, motivo }: DeactivateInput): Promise<void> {
  if (!motivo) return;
  const last = tx
    .select({ id: adminActs.id })
    .from(adminActs)
    .where(and(eq(adminActs.alvo_id, id), eq(adminActs.ato, DEACTIVATION.ato)))
    .orderBy(desc(adminActs.id))
    .limit(1);
  await tx
    .update(adminActs)
    .set({ detalhe: motivo })
    .where(and(eq(adminActs.id, last), eq(adminActs.admin_id, admin.id), isNull(adminActs.detalhe)));
}

export function activateUser(db: Database, admin: Admin, id: string): Promise<User> {
  const act = { id, fields: { ativo: true }, isDone: users.ativo, ato: 'usuario_ativado' } as const;
  return db.transaction((tx) => changeUser(tx, admin, act));
}

export function promoteUser(db: Database, admin: Admin, id: string): Promise<User> {
  const act = { id, fields: { is_admin: true }, isDone: users.is_admin, ato: 'usuario_promovido' } as const;
  return db.transaction((tx) => changeUser(tx, admin, act));
}

interface Change {
  id: string;
  fields: { ativo?: boolean; is_admin?: boolean };
  /** Whether the user is like that already. */
  isDone: SQL | Column;
  ato: AdminAct;
  detalhe?: string | null;
}

const DEACTIVATION = {
  fields: { ativo: false },
  isDone: not(users.ativo),
  ato: 'usuario_desativado',
} as const satisfies Omit<Change, 'id'>;

/** Changes the user and records it; who is like that already is answered as such, and nothing is recorded. */
async function changeUser(tx: Database, admin: Admin, change: Change): Promise<User> {
  const { id, fields, isDone, ...act } = change;
  if (!isEntityId(id)) throw noSuchUser();
  // A deleted account cannot be changed.
  const isOpen = and(eq(users.id, id), not(isDone), isNull(users.apagado_em));
  const [changed] = await tx.update(users).set(fields).where(isOpen).returning(userColumns);
  if (changed !== undefined) {
    await recordAct(tx, admin, { ...act, alvo_id: changed.id });
    return changed;
  }
  return findUser(tx, id);
}

/** @throws AppError where there is none, or the account was deleted. */
export async function findUser(tx: Database, id: string): Promise<User> {
  const [user] = isEntityId(id)
    ? await tx
        .select(userColumns)
        .from(users)
        .where(and(eq(users.id, id), isNull(users.apagado_em)))
    : [];
  if (user === undefined) throw noSuchUser();
  return user;
}

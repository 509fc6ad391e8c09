import type { Database } from '@esteira/db/database';
import { users } from '@esteira/db/schema/accounts/users';
import type { AccountDeletion, RequestDeletionInput } from '@esteira/validators/accounts/account-deletion';
import { and, eq, isNotNull, isNull, not, or } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { AppError } from '../../../core/errors';
import { checkPassword } from '../../../core/security/current-password';
import type { SignedInUser } from '../../../core/security/session-user';
import { requestEnd } from '../../checkout/renewal/rows';
import { enqueueEmail } from '../../mail/outbox';

/** So long a seller may change their mind. */
export const DELETION_WAIT_MS = 7 * 24 * 60 * 60_000;

/** When the account will be deleted; null where its deletion was not requested. */
export async function getDeletion(db: Database, usuarioId: string): Promise<AccountDeletion> {
  const [user] = await db
    .select({ exclusao_em: users.exclusao_em })
    .from(users)
    .where(eq(users.id, usuarioId));
  return { exclusao_em: user?.exclusao_em ?? null };
}

/**
 * Marks the account for deletion, whose moment stays when it is asked for again. In the same transaction automatic
 * renewal is turned off: what is left to do at the gateway is done by itself, and nothing is deleted before.
 */
export async function requestDeletion(
  deps: Deps,
  user: SignedInUser,
  { senha_atual }: RequestDeletionInput,
): Promise<AccountDeletion> {
  await checkPassword(deps, user.id, senha_atual);
  await deps.db.transaction(async (tx) => {
    if (user.is_admin) await refuseLastAdmin(tx, user.id);
    const exclusao_em = new Date(deps.clock().getTime() + DELETION_WAIT_MS).toISOString();
    const [asked] = await tx
      .update(users)
      .set({ exclusao_em })
      .where(and(eq(users.id, user.id), isNull(users.exclusao_em), isNull(users.apagado_em)))
      .returning({ email: users.email, nome: users.nome });
    if (asked === undefined) return;
    await requestEnd(tx, [user.id]);
    await enqueueEmail(tx, deps, { tipo: 'exclusao_marcada', dados: { ...asked, exclusao_em } });
  });
  return getDeletion(deps.db, user.id);
}

/** Locks every active admin, as whoever deactivates one does: of two who leave at once the second finds that one is left. */
async function refuseLastAdmin(tx: Database, id: string): Promise<void> {
  const others = await tx
    .select({ id: users.id, exclusao_em: users.exclusao_em })
    .from(users)
    .where(and(eq(users.is_admin, true), eq(users.ativo, true)))
    .orderBy(users.id)
    .for('no key update');
  if (others.some((other) => other.id !== id && other.exclusao_em === null)) return;
  throw new AppError('conflict', 'O último administrador ativo não pode excluir a própria conta');
}

/** Keeps the account after all. The renewal stays off. Fails with `conflict` once the account is deleted. */
export async function cancelDeletion({ db }: Deps, usuarioId: string): Promise<void> {
  const kept = await db
    .update(users)
    .set({ exclusao_em: null })
    .where(and(eq(users.id, usuarioId), isNotNull(users.exclusao_em), isNull(users.apagado_em)))
    .returning({ id: users.id });
  if (kept.length > 0) return;
  const gone = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, usuarioId), isNotNull(users.apagado_em)));
  if (gone.length > 0) throw new AppError('conflict', 'A conta já foi excluída');
}

/** A renewal that was turned on while its account was being deleted or deactivated must not charge anybody. */
export async function endRenewalsOfClosed({ db }: Pick<Deps, 'db'>): Promise<void> {
  const isClosed = or(isNotNull(users.exclusao_em), not(users.ativo));
  await requestEnd(db, db.select({ id: users.id }).from(users).where(isClosed));
}

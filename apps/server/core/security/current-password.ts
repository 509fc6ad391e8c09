import type { Database } from '@esteira/db/database';
import { users } from '@esteira/db/schema/accounts/users';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../context';
import { invalidField } from '../errors';
import { limitFailures } from '../limits/limit-failures';
import { verifyPassword } from './passwords';

const PASSWORD_LIMIT = { max: 10, windowMs: 15 * 60_000 };

/** Answers the stored hash that the password belongs to. Wrong ones are counted, so that a stolen session cannot guess. */
export async function checkPassword(deps: Deps, usuarioId: string, senha: string): Promise<string> {
  const key = deps.digest(`senha:${usuarioId}`);
  return limitFailures(deps, { key, ...PASSWORD_LIMIT }, async () => {
    const [stored] = await deps.db
      .select({ hash: users.senha_hash })
      .from(users)
      .where(eq(users.id, usuarioId));
    if (stored === undefined || !(await verifyPassword(stored.hash, senha, usuarioId))) throw wrongPassword();
    return stored.hash;
  });
}

/**
 * Holds the account until the transaction ends, so that a new password, and whatever else ends all sessions, comes before
 * what the verified one allows or behind it. False where the password was replaced since.
 */
export async function holdPassword(tx: Database, usuarioId: string, hash: string): Promise<boolean> {
  const held = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, usuarioId), eq(users.senha_hash, hash)))
    .for('share');
  return held.length > 0;
}

/** What was given as the current password is not. */
export const wrongPassword = () => invalidField('senha_atual', 'Senha atual incorreta');

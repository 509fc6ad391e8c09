import { users } from '@esteira/db/schema/accounts/users';
import { eq } from 'drizzle-orm';
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

/** What was given as the current password is not. */
export const wrongPassword = () => invalidField('senha_atual', 'Senha atual incorreta');

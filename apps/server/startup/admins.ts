import type { Database } from '@esteira/db/database';
import { users } from '@esteira/db/schema/accounts/users';
import { firstAccounts, marketplaceAccounts } from '@esteira/db/schema/platform/marketplace-accounts';
import { eq } from 'drizzle-orm';
import { hashPassword } from '../core/security/passwords';

interface AdminAccount {
  /** Normalised. */
  email: string;
  senha: string;
}

/**
 * Makes sure that this admin exists: created, or promoted with name, password and `ativo` left as they are
 * (docs/product-rules/general.md#admin-at-start). Any number of servers may do it at once. Tells whether the account is active.
 */
export async function ensureAdmin(db: Database, { email, senha }: AdminAccount): Promise<boolean> {
  const promoted = await promoteByEmail(db, email);
  if (promoted !== null) return promoted.ativo;
  const admin = { nome: 'Administrador', email, senha_hash: await hashPassword(senha), is_admin: true };
  await db.transaction(async (tx) => {
    const created = await tx
      .insert(users)
      .values(admin)
      .onConflictDoUpdate({ target: users.email, set: { is_admin: true } })
      .returning({ id: users.id });
    for (const { id } of created)
      await tx.insert(marketplaceAccounts).values(firstAccounts(id)).onConflictDoNothing();
  });
  return true;
}

/** Makes an existing user an admin; null when there is none with this normalised e-mail. */
export async function promoteByEmail(
  db: Database,
  email: string,
): Promise<{ id: string; ativo: boolean } | null> {
  const [promoted] = await db
    .update(users)
    .set({ is_admin: true })
    .where(eq(users.email, email))
    .returning({ id: users.id, ativo: users.ativo });
  return promoted ?? null;
}

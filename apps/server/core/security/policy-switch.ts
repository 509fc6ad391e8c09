import type { Database } from '@esteira/db/database';
import { sessions } from '@esteira/db/schema/accounts/sessions';
import { users } from '@esteira/db/schema/accounts/users';
import { policies } from '@esteira/db/schema/platform/policies';
import { eq, isNotNull, isNull } from 'drizzle-orm';

const ENFORCED = 'seguranca_exigida';

/**
 * Called before a server listens. Where policies only advise, what was noticed of passwords is forgotten; the first server
 * that enforces them afterwards counts everybody's days and hours from then on, whatever dates had passed.
 */
export async function startPolicies(db: Database, enforced: boolean, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    if (!enforced) {
      await tx.delete(policies).where(eq(policies.codigo, ENFORCED));
      await tx.update(users).set({ senha_fraca_desde: null }).where(isNotNull(users.senha_fraca_desde));
      return;
    }
    const at = now.toISOString();
    const row = { codigo: ENFORCED, vale_desde: at };
    const first = await tx.insert(policies).values(row).onConflictDoNothing().returning();
    if (first.length === 0) return;
    await tx.update(sessions).set({ ultimo_uso: at }).where(isNull(sessions.encerrada_em));
  });
}

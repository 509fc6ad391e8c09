import type { apiKeys } from '@esteira/db/schema/accounts/api-keys';
import type { sessions } from '@esteira/db/schema/accounts/sessions';
import { MINUTE_MS } from '@esteira/domain/durations';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { Deps } from '../context';

interface Used {
  usuario_id: string;
  id: string;
  ultimo_uso: string | null;
}

/** Writes down that a session or key was used, once a minute at most, whatever number of servers notice it. */
export async function recordUse(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  table: typeof sessions | typeof apiKeys,
  { usuario_id, id, ultimo_uso }: Used,
): Promise<void> {
  const now = clock();
  const before = new Date(now.getTime() - MINUTE_MS).toISOString();
  if (ultimo_uso !== null && ultimo_uso > before) return;
  const isDue = or(isNull(table.ultimo_uso), lt(table.ultimo_uso, before));
  await db
    .update(table)
    .set({ ultimo_uso: now.toISOString() })
    .where(and(eq(table.usuario_id, usuario_id), eq(table.id, id), isDue));
}

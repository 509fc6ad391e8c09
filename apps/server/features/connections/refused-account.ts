import type { Database } from '@esteira/db/database';
import { connections } from '@esteira/db/schema/platform/connections';
import { and, eq, lt } from 'drizzle-orm';
import { type ConnectionKey, isConnection } from './tokens';

/**
 * Shows the seller that the account must be connected again, after the marketplace refused even a token that was just
 * renewed. Not when it was connected again after `since`, when whoever failed began.
 */
export async function noteRefusedAccount(
  db: Database,
  key: ConnectionKey,
  { since, motivo }: { since: Date; motivo: string },
): Promise<void> {
  await db
    .update(connections)
    .set({ status: 'reconectar', motivo })
    .where(
      and(
        isConnection(key),
        eq(connections.status, 'conectado'),
        lt(connections.conectado_em, since.toISOString()),
      ),
    );
}

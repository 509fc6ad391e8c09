import type { Database } from '@esteira/db/database';
import { disconnections } from '@esteira/db/schema/platform/disconnections';
import { DAY_MS } from '@esteira/domain/durations';
import { ACCOUNT_RETENTION_DAYS } from '@esteira/domain/orders/buyer-retention';
import { and, eq } from 'drizzle-orm';
import type { ConnectionKey } from './tokens';

/** The condition that a row tells of that account. */
export const isDisconnection = ({ usuarioId, marketplace, contaId }: ConnectionKey) =>
  and(
    eq(disconnections.usuario_id, usuarioId),
    eq(disconnections.marketplace, marketplace),
    eq(disconnections.conta_id, contaId),
  );

/** Notes that an account does not work any more, and until when its buyers are kept; since when it already does not, counts. */
export async function noteDisconnection(
  db: Database,
  { usuarioId, marketplace, contaId }: ConnectionKey,
  { vendedorId, at }: { vendedorId: string; at: Date },
): Promise<void> {
  const days = ACCOUNT_RETENTION_DAYS[marketplace];
  await db
    .insert(disconnections)
    .values({
      ...{ usuario_id: usuarioId, marketplace, conta_id: contaId, vendedor_id: vendedorId },
      em: at.toISOString(),
      apagar_em: days === null ? null : new Date(at.getTime() + days * DAY_MS).toISOString(),
    })
    .onConflictDoNothing();
}

/** The account is back: what was not erased until now is kept. */
export async function forgetDisconnection(db: Database, key: ConnectionKey): Promise<void> {
  await db.delete(disconnections).where(isDisconnection(key));
}

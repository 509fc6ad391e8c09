import { type Database, queryRows } from '@esteira/db/database';
import { disconnections } from '@esteira/db/schema/platform/disconnections';
import { marketplaceAccounts } from '@esteira/db/schema/platform/marketplace-accounts';
import { DAY_MS } from '@esteira/domain/durations';
import { ACCOUNT_RETENTION_DAYS } from '@esteira/domain/orders/buyer-retention';
import { and, type Column, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { ConnectionKey } from './tokens';

type KeyOrColumns = { [Part in keyof ConnectionKey]: ConnectionKey[Part] | Column };

/** The condition that a row tells of that account, or of that of another row. */
export const isDisconnection = ({ usuarioId, marketplace, contaId }: KeyOrColumns) =>
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

/** Since when it is noted that an account does not work; null: it is not. */
export async function findDisconnection(db: Database, key: ConnectionKey): Promise<string | null> {
  const [found] = await db.select({ em: disconnections.em }).from(disconnections).where(isDisconnection(key));
  return found?.em ?? null;
}

/** Has the next look erase the buyers of these accounts, whether they still work or not. */
export async function eraseSoon(db: Database, which: SQL | undefined, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await queryRows(
    db,
    sql`INSERT INTO ${disconnections} (usuario_id, marketplace, conta_id, vendedor_id, em, apagar_em)
        SELECT usuario_id, marketplace, id, coalesce(vendedor_id, ''), ${at}, ${at}
        FROM ${marketplaceAccounts} WHERE ${which}
        ON CONFLICT ON CONSTRAINT desconexoes_pk DO UPDATE SET apagar_em = excluded.apagar_em, apagado_em = NULL`,
  );
}

/** The account is back: what was not to be erased until now is kept. */
export async function forgetDisconnection(db: Database, key: ConnectionKey, now: Date): Promise<void> {
  const { apagar_em, apagado_em } = disconnections;
  const isNotDue = or(isNull(apagar_em), gt(apagar_em, now.toISOString()), isNotNull(apagado_em));
  await db.delete(disconnections).where(and(isDisconnection(key), isNotDue));
}

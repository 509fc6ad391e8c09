import type { Database } from '@esteira/db/database';
import { connections } from '@esteira/db/schema/platform/connections';
import { DAY_MS } from '@esteira/domain/durations';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { realMarketplaces } from '../connections/calls/real-marketplaces';
import { isConnection } from '../connections/tokens';

/** Three o'clock in America/Sao_Paulo, which has kept no summer time since 2019. */
const NIGHT_BEGINS_UTC = 6;
const NIGHT_LASTS_SECONDS = 2 * 60 * 60;
const BATCH = 100;

/**
 * Enqueues, once a night, the comparison of every connected account with what its marketplace shows. An account's
 * slot within the night goes by its seller's id, so that they do not come all at once.
 */
export async function relayReconciliation(
  deps: Pick<Deps, 'db' | 'jobs' | 'marketplaces' | 'clock'>,
): Promise<void> {
  const real = realMarketplaces(deps);
  if (real.length === 0) return;
  let taken: number;
  do taken = await enqueueDue(deps, real);
  while (taken === BATCH);
}

function enqueueDue(
  { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  real: Marketplace[],
): Promise<number> {
  const now = clock();
  return db.transaction(async (tx) => {
    const due = await claimDue(tx, real, now);
    for (const account of due) {
      await tx
        .update(connections)
        .set({ conferido_em: now.toISOString() })
        .where(isConnection({ ...account, usuarioId: account.usuario_id, contaId: account.conta_id }));
      await jobs.send(tx, 'reconcile', account);
    }
    return due.length;
  });
}

function claimDue(tx: Database, real: Marketplace[], now: Date) {
  const night = lastNight(now);
  const elapsedSeconds = Math.floor((now.getTime() - night.getTime()) / 1000);
  // The end of a UUIDv7 is drawn at random.
  const slot = sql`('x' || right(${connections.usuario_id}::text, 6))::bit(24)::int % ${NIGHT_LASTS_SECONDS}::int`;
  return tx
    .select({
      usuario_id: connections.usuario_id,
      marketplace: connections.marketplace,
      conta_id: connections.conta_id,
    })
    .from(connections)
    .where(
      and(
        eq(connections.status, 'conectado'),
        inArray(connections.marketplace, real),
        lt(sql`coalesce(${connections.conferido_em}, ${connections.conectado_em})`, night.toISOString()),
        sql`${slot} <= ${elapsedSeconds}::int`,
      ),
    )
    .orderBy(connections.usuario_id, connections.marketplace, connections.conta_id)
    .limit(BATCH)
    .for('update', { skipLocked: true });
}

/** The latest beginning of a night that is not after `now`. */
export function lastNight(now: Date): Date {
  const today = new Date(now);
  today.setUTCHours(NIGHT_BEGINS_UTC, 0, 0, 0);
  return today > now ? new Date(today.getTime() - DAY_MS) : today;
}

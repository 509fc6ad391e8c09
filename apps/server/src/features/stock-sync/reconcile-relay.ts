import type { Database } from '@esteira/db/database';
import { connections } from '@esteira/db/schema/connections';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { realMarketplaces } from '../connections/calls/real-marketplaces';

/** Three o'clock in America/Sao_Paulo, which has kept no summer time since 2019. */
const NIGHT_BEGINS_UTC = 6;
const HOUR = 60 * 60_000;
/** The sellers are spread over this time (ms): not all at once. */
const NIGHT_LASTS = 2 * HOUR;
const BATCH = 100;

/** Enqueues, once a night, the comparison of every connected account with what its marketplace shows. */
export async function relayReconciliation(
  deps: Pick<Deps, 'db' | 'jobs' | 'marketplaces' | 'clock'>,
): Promise<void> {
  const real = realMarketplaces(deps);
  if (real.length === 0) return;
  const now = deps.clock();
  const night = lastNight(now).toISOString();
  await deps.db.transaction(async (tx) => {
    for (const account of await takeDue(tx, real, night)) {
      const { usuario_id, marketplace } = account;
      await tx
        .update(connections)
        .set({ conferido_em: now.toISOString() })
        .where(and(eq(connections.usuario_id, usuario_id), eq(connections.marketplace, marketplace)));
      const runAt = new Date(now.getTime() + Math.random() * NIGHT_LASTS);
      await deps.jobs.send(tx, 'reconcile', account, { runAt });
    }
  });
}

function takeDue(tx: Database, real: Marketplace[], night: string) {
  return tx
    .select({ usuario_id: connections.usuario_id, marketplace: connections.marketplace })
    .from(connections)
    .where(
      and(
        eq(connections.status, 'conectado'),
        inArray(connections.marketplace, real),
        lt(sql`coalesce(${connections.conferido_em}, ${connections.conectado_em})`, night),
      ),
    )
    .limit(BATCH)
    .for('update', { skipLocked: true });
}

/** The latest beginning of a night that is not after `now`. */
export function lastNight(now: Date): Date {
  const today = new Date(now);
  today.setUTCHours(NIGHT_BEGINS_UTC, 0, 0, 0);
  return today > now ? new Date(today.getTime() - 24 * HOUR) : today;
}

import { connections } from '@esteira/db/schema/connections';
import { and, asc, eq, inArray, isNull, lte, or } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { realMarketplaces } from '../../connections/calls/real-marketplaces';

/** An account is looked at this often (ms): Amazon allows one search in three minutes (marketplaces.md §2.6). */
const POLL_EVERY = 5 * 60_000;
const BATCH = 200;

/** Enqueues a look at every connected account that is due. One waits at most, however many servers see it due. */
export async function relayPolls(deps: Pick<Deps, 'db' | 'jobs' | 'marketplaces' | 'clock'>): Promise<void> {
  const real = realMarketplaces(deps);
  if (real.length === 0) return;
  const due = new Date(deps.clock().getTime() - POLL_EVERY).toISOString();
  const accounts = await deps.db
    .select({ usuario_id: connections.usuario_id, marketplace: connections.marketplace })
    .from(connections)
    .where(
      and(
        eq(connections.status, 'conectado'),
        inArray(connections.marketplace, real),
        or(isNull(connections.pedidos_lidos_ate), lte(connections.pedidos_lidos_ate, due)),
      ),
    )
    .orderBy(asc(connections.pedidos_lidos_ate))
    .limit(BATCH);
  for (const account of accounts) {
    await deps.jobs.send(deps.db, 'orders-poll', account);
  }
}

import { type Database, queryRows } from '@esteira/db/database';
import { connections } from '@esteira/db/schema/platform/connections';
import { MINUTE_MS } from '@esteira/domain/durations';
import type { Marketplace } from '@esteira/domain/marketplaces';
import type { MissedOrder } from '@esteira/marketplaces/port';
import { and, eq, max, sql } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { type JobData, jobKey } from '../../../core/job-kinds';
import type { JobHandler } from '../../../jobs/job-handler';
import { adapterContext } from '../../connections/calls/adapter-context';
import { realMarketplaces } from '../../connections/calls/real-marketplaces';
import { isConnection } from '../../connections/tokens';
import { findConnection } from './poll-job';
import { isDue } from './poll-plan';

const EVERY_MS = 30 * MINUTE_MS;

/**
 * Has the announcements read every half hour that did not arrive: by one account of each marketplace, the one whose orders
 * were read last, because the list is the application's.
 */
export async function relayMissedOrders(
  deps: Pick<Deps, 'db' | 'jobs' | 'marketplaces' | 'clock'>,
): Promise<void> {
  for (const marketplace of realMarketplaces(deps)) {
    const account = await findReader(deps.db, marketplace, deps.clock());
    if (account !== null) await deps.jobs.send(deps.db, 'orders-missed', account);
  }
}

/** The account that reads next; null where none is connected, or one has read it lately. */
async function findReader(db: Database, marketplace: Marketplace, now: Date) {
  const ofMarketplace = eq(connections.marketplace, marketplace);
  const [last] = await db
    .select({ at: max(connections.perdidas_lidas_em) })
    .from(connections)
    .where(ofMarketplace);
  if (!isDue(last?.at ?? null, EVERY_MS, now)) return null;
  const { usuario_id, conta_id, status, pedidos_lidos_ate } = connections;
  const [account] = await db
    .select({ usuario_id, marketplace: connections.marketplace, conta_id })
    .from(connections)
    .where(and(ofMarketplace, eq(status, 'conectado')))
    .orderBy(sql`${pedidos_lidos_ate} DESC NULLS LAST`)
    .limit(1);
  return account ?? null;
}

/** Enqueues the readings of the orders that could not be announced, of whichever accounts, and were not read since. */
export const readMissedOrders: JobHandler<'orders-missed'> = async (deps, account, signal) => {
  const { usuario_id: usuarioId, marketplace, conta_id: contaId } = account;
  const adapter = deps.marketplaces[marketplace];
  if (adapter.modo !== 'real' || (await findConnection(deps.db, account)) === null) return;
  const begin = deps.clock().toISOString();
  const missed = await adapter.listMissedOrders(adapterContext({ usuarioId, contaId }, signal));
  await deps.db.transaction(async (tx) => {
    for (const order of await findUnread(tx, marketplace, missed))
      await deps.jobs.send(tx, 'order-read', order);
    const perdidas_lidas_em = begin;
    await tx
      .update(connections)
      .set({ perdidas_lidas_em })
      .where(isConnection({ usuarioId, marketplace, contaId }));
  });
};

/**
 * In the order of their keys, as everybody does who enqueues several. A minute for the clocks: what was read just after
 * its announcement is read once more.
 */
async function findUnread(
  tx: Database,
  marketplace: Marketplace,
  missed: readonly MissedOrder[],
): Promise<JobData<'order-read'>[]> {
  const unread = await queryRows<JobData<'order-read'>>(
    tx,
    sql`SELECT DISTINCT c.usuario_id::text, c.marketplace, c.conta_id, m.ml_order_id
        FROM jsonb_to_recordset(${JSON.stringify(missed)}::jsonb)
          AS m(vendedor_id text, ml_order_id text, anunciado_em timestamptz)
        JOIN conexoes c ON (c.marketplace, c.vendedor_id) = (${marketplace}, m.vendedor_id) AND c.status = 'conectado'
        WHERE NOT EXISTS (
          SELECT FROM pedidos p JOIN envios_pedido e ON (e.usuario_id, e.pedido_id) = (p.usuario_id, p.id)
          WHERE (p.usuario_id, p.marketplace, p.ml_order_id) = (c.usuario_id, c.marketplace, m.ml_order_id)
            AND e.lido_em > m.anunciado_em + interval '1 minute')`,
  );
  return unread.sort((a, b) => (jobKey('order-read', a) < jobKey('order-read', b) ? -1 : 1));
}

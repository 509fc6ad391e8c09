import type { Database } from '@esteira/db/database';
import { connections } from '@esteira/db/schema/connections';
import { orderShipping } from '@esteira/db/schema/order-shipping';
import { orders } from '@esteira/db/schema/orders';
import type { ChangedOrders } from '@esteira/marketplaces/port';
import { and, eq, inArray } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import type { JobData } from '../../../core/job-kinds';
import type { JobHandler } from '../../../jobs/job-handler';
import { JOB_PATIENCE, marketplaceCall } from '../../connections/calls/adapter-context';
import { whenCallsAreEarned } from '../../connections/calls/retry-while-rate-limited';
import { ordersToReadAgain } from '../shipping/parcel';

type Account = JobData<'orders-poll'>;
type Connection = typeof connections.$inferSelect;

const MINUTE = 60_000;
/** How far (ms) a look reaches back over the one before: changes may show late. */
const OVERLAP = 10 * MINUTE;
/** Once a day everything of two days is looked through, whatever was announced (marketplaces.md §1.5). */
const SWEEP_EVERY = 24 * 60 * MINUTE;
const SWEEP_BACK = 48 * 60 * MINUTE;
const MISSED_EVERY = 30 * MINUTE;
/** More pages than any seller fills; the next look goes on from the same place. */
const MOST_PAGES = 200;

/**
 * The net under the announcements: looks for orders that changed, that the marketplace could not announce, and whose
 * parcels stayed silent. It only enqueues readings, so it may be killed and repeated at any point.
 */
export const pollOrders: JobHandler<'orders-poll'> = async (deps, account) => {
  const adapter = deps.marketplaces[account.marketplace];
  const connection = await connectionOf(deps.db, account);
  if (adapter.modo !== 'real' || connection === null) return;
  await readChanges(deps, account, connection);
  await readMissed(deps, account, connection);
  await readSilent(deps, account);
};

async function connectionOf(db: Database, account: Account): Promise<Connection | null> {
  const [row] = await db.select().from(connections).where(isAccount(account));
  return row ?? null;
}

function isAccount({ usuario_id, marketplace }: Account) {
  return and(eq(connections.usuario_id, usuario_id), eq(connections.marketplace, marketplace));
}

/** The cursor moves only after the last page, and never back. */
async function readChanges(deps: Deps, account: Account, connection: Connection): Promise<void> {
  const begin = deps.clock();
  const isSweep = isDue(connection.varrido_em, SWEEP_EVERY, begin);
  const since = new Date(connection.pedidos_lidos_ate ?? connection.conectado_em).getTime() - OVERLAP;
  const desde = new Date(isSweep ? Math.min(since, begin.getTime() - SWEEP_BACK) : since);
  const adapter = deps.marketplaces[account.marketplace];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const from: string | null = cursor;
    const found: ChangedOrders = await whenCallsAreEarned(deps.clock, () =>
      adapter.listOrdersChangedSince(marketplaceCall(account.usuario_id, JOB_PATIENCE), {
        desde,
        cursor: from,
      }),
    );
    await enqueue(deps, account, await changedSinceRead(deps.db, account, found.pedidos));
    cursor = found.proximo_cursor;
    if (cursor === null) break;
  }
  const read = begin.toISOString();
  await deps.db
    .update(connections)
    .set({ pedidos_lidos_ate: read, ...(isSweep ? { varrido_em: read } : {}) })
    .where(isAccount(account));
}

/** Leaves out what is known as it is: Amazon lets few orders be read (complaint 16). */
async function changedSinceRead(
  db: Database,
  { usuario_id, marketplace }: Account,
  found: ChangedOrders['pedidos'],
): Promise<string[]> {
  if (found.length === 0) return [];
  const known = await db
    .select({ ml_order_id: orders.ml_order_id, mudou_em: orderShipping.mudou_em })
    .from(orders)
    .innerJoin(
      orderShipping,
      and(eq(orderShipping.usuario_id, orders.usuario_id), eq(orderShipping.pedido_id, orders.id)),
    )
    .where(
      and(
        eq(orders.usuario_id, usuario_id),
        eq(orders.marketplace, marketplace),
        inArray(
          orders.ml_order_id,
          found.map(({ ml_order_id }) => ml_order_id),
        ),
      ),
    );
  const readAt = new Map(known.map((row) => [row.ml_order_id, Date.parse(row.mudou_em)]));
  return found
    .filter(({ ml_order_id, atualizado_em }) => atualizado_em.getTime() > (readAt.get(ml_order_id) ?? -1))
    .map(({ ml_order_id }) => ml_order_id);
}

async function readMissed(deps: Deps, account: Account, connection: Connection): Promise<void> {
  const begin = deps.clock();
  if (!isDue(connection.perdidas_lidas_em, MISSED_EVERY, begin)) return;
  const call = marketplaceCall(account.usuario_id, JOB_PATIENCE);
  const missed = await deps.marketplaces[account.marketplace].listMissedOrders(call);
  await enqueue(deps, account, missed);
  await deps.db.update(connections).set({ perdidas_lidas_em: begin.toISOString() }).where(isAccount(account));
}

async function readSilent(deps: Deps, account: Account): Promise<void> {
  const { usuario_id: usuarioId, marketplace } = account;
  const now = deps.clock();
  await enqueue(deps, account, await ordersToReadAgain(deps.db, { usuarioId, marketplace, now }));
}

/** In the order of their keys, as everybody does who enqueues several: servers must not wait crosswise. */
async function enqueue({ db, jobs }: Deps, account: Account, numeros: readonly string[]): Promise<void> {
  if (numeros.length === 0) return;
  await db.transaction(async (tx) => {
    for (const ml_order_id of [...new Set(numeros)].sort()) {
      await jobs.send(tx, 'order-read', { ...account, ml_order_id });
    }
  });
}

function isDue(last: string | null, every: number, now: Date): boolean {
  return last === null || now.getTime() - Date.parse(last) >= every;
}

import { type Database, queryRows } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres/postgres-errors';
import { sql } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { type JobData, jobKey } from '../../../core/job-kinds';

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/**
 * How long after each reading of what an order's marketplace took the next one comes, in minutes; after the last there is
 * none. Fees are told at once or after days, parcels are weighed again on their way, and a bill is corrected weeks later.
 */
export const READ_CHARGES_AFTER_MINUTES = [
  6 * HOUR_MINUTES,
  DAY_MINUTES,
  2 * DAY_MINUTES,
  4 * DAY_MINUTES,
  7 * DAY_MINUTES,
  14 * DAY_MINUTES,
  14 * DAY_MINUTES,
  14 * DAY_MINUTES,
] as const;

/** In one transaction, which on the embedded database everybody else waits for. */
const BATCH_SIZE = 50;
/** So that one look ends; what is left is claimed by the next one, here or on another server. */
const MAX_BATCHES = 40;

type RelayDeps = Pick<Deps, 'db' | 'jobs' | 'clock'>;

/** Enqueues the reading of what was taken of every order that is due, until none is left that another server is not enqueueing. */
export async function relayCharges(deps: RelayDeps): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const claimed = await retryingDeadlocks(() => relayBatch(deps));
    if (claimed < BATCH_SIZE) return;
  }
}

function relayBatch({ db, jobs, clock }: RelayDeps): Promise<number> {
  return db.transaction(async (tx) => {
    const due = await claimOrders(tx, clock());
    const byKey = (a: Order, b: Order) => (jobKey('order-charges', a) < jobKey('order-charges', b) ? -1 : 1);
    for (const order of due.sort(byKey)) await jobs.send(tx, 'order-charges', order);
    return due.length;
  });
}

type Order = JobData<'order-charges'>;

/** Takes the orders that are due longest, and at once says when they are due again: whether this reading ends well or not. */
function claimOrders(tx: Database, now: Date): Promise<Order[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const plan = sql`${`{${READ_CHARGES_AFTER_MINUTES.join(',')}}`}::int[]`;
  return queryRows<Order>(
    tx,
    // Materialized, or a plan may run the choice again for each row and take more than the batch.
    sql`WITH devido AS MATERIALIZED (
          SELECT usuario_id, pedido_id FROM envios_pedido WHERE custos_ler_em <= ${at}
          ORDER BY custos_ler_em LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
        )
        UPDATE envios_pedido e SET custos_leituras = least(e.custos_leituras + 1, 1000),
          custos_ler_em = ${at} + (${plan})[least(e.custos_leituras, 1000) + 1] * interval '1 minute'
        FROM devido JOIN pedidos p ON p.usuario_id = devido.usuario_id AND p.id = devido.pedido_id
        WHERE e.usuario_id = devido.usuario_id AND e.pedido_id = devido.pedido_id
        RETURNING p.usuario_id::text, p.marketplace, p.conta_id, p.ml_order_id`,
  );
}

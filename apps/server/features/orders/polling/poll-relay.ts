import { type Database, queryRows } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres/postgres-errors';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { sql } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { type JobData, jobKey } from '../../../core/job-kinds';
import { realMarketplaces } from '../../connections/calls/real-marketplaces';
import { MAX_BACK_OFF, POLL_EVERY_MS } from './poll-plan';

/** In one transaction, which on the embedded database everybody else waits for. */
const BATCH_SIZE = 50;
/** So that one look ends; what is left is claimed by the next one, here or on another server. */
const MAX_BATCHES = 40;

type RelayDeps = Pick<Deps, 'db' | 'jobs' | 'marketplaces' | 'clock'>;

/** Enqueues a look at every connected account that is due, until none is left that another server is not enqueueing. */
export async function relayPolls(deps: RelayDeps): Promise<void> {
  const real = realMarketplaces(deps);
  if (real.length === 0) return;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const claimed = await retryingDeadlocks(() => relayBatch(deps, real));
    if (claimed < BATCH_SIZE) return;
  }
}

function relayBatch({ db, jobs, clock }: RelayDeps, real: readonly Marketplace[]): Promise<number> {
  return db.transaction(async (tx) => {
    const accounts = await claimAccounts(tx, real, clock());
    const byKey = (a: Account, b: Account) => (jobKey('orders-poll', a) < jobKey('orders-poll', b) ? -1 : 1);
    for (const account of accounts.sort(byKey)) await jobs.send(tx, 'orders-poll', account);
    return accounts.length;
  });
}

type Account = Omit<JobData<'orders-poll'>, 'pagina'>;

/**
 * Takes the accounts that are due longest, and at once says when they are due again: as if the look failed, after a
 * pause that doubles with each failure. A look that succeeds puts that right. So an account whose look never ends
 * backs off by itself, and servers that look at the same time take different accounts.
 */
function claimAccounts(tx: Database, real: readonly Marketplace[], now: Date): Promise<Account[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  return queryRows<Account>(
    tx,
    // Materialized, or a plan may run the choice again for each row and take more than the batch.
    sql`WITH devida AS MATERIALIZED (
          SELECT usuario_id, marketplace, conta_id FROM conexoes
          WHERE status = 'conectado' AND marketplace IN ${real} AND proxima_leitura_em <= ${at}
          ORDER BY proxima_leitura_em LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
        )
        UPDATE conexoes c SET leituras_falhas = least(c.leituras_falhas + 1, 1000),
          proxima_leitura_em = ${at} + least(2 ^ least(c.leituras_falhas, 16), ${MAX_BACK_OFF})
            * ${POLL_EVERY_MS}::int * interval '1 millisecond'
        FROM devida
        WHERE (c.usuario_id, c.marketplace, c.conta_id) = (devida.usuario_id, devida.marketplace, devida.conta_id)
        RETURNING c.usuario_id::text, c.marketplace, c.conta_id`,
  );
}

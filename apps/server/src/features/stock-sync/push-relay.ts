import { type Database, queryRows } from '@esteira/db/database';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import type { JobQueue } from '../../core/job-queue';
import { realMarketplaces } from '../connections/calls/real-marketplaces';
import type { ListingKey } from '../publication/listing/target';

const BATCH = 200;

/**
 * Turns stock that is owed to listings into jobs that push it. Taking the debt and enqueueing the job are one
 * transaction; a debt that somebody is just adding to is left for the next look.
 */
export async function relayOwedStock(deps: Pick<Deps, 'db' | 'jobs' | 'marketplaces'>): Promise<void> {
  const real = realMarketplaces(deps);
  if (real.length === 0) return;
  let taken: number;
  do {
    taken = await deps.db.transaction(async (tx) => {
      const debts = await takeDebts(tx, real);
      for (const { usuario_id, produto_id, marketplace } of debts) {
        const key = { usuarioId: usuario_id, produtoId: produto_id, marketplace };
        await sendPush(deps.jobs, tx, { key });
      }
      return debts.length;
    });
  } while (taken === BATCH);
}

/** Enqueues a push of one listing's stock; one waits at most, at the earliest moment of all. */
export function sendPush(
  jobs: JobQueue,
  tx: Database,
  { key: { usuarioId, produtoId, marketplace }, em }: { key: ListingKey; em?: Date },
): Promise<void> {
  const dados = { usuario_id: usuarioId, produto_id: produtoId, marketplace };
  return jobs.send(tx, 'stock-push', dados, em === undefined ? {} : { runAt: em });
}

interface Debt extends Record<string, unknown> {
  usuario_id: string;
  produto_id: string;
  marketplace: Marketplace;
}

function takeDebts(tx: Database, real: readonly Marketplace[]): Promise<Debt[]> {
  return queryRows<Debt>(
    tx,
    sql`DELETE FROM envios_estoque e USING (
          SELECT usuario_id, produto_id, marketplace FROM envios_estoque
          WHERE devido_em <= now() AND marketplace IN ${real}
          ORDER BY devido_em LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
        ) AS devido
        WHERE (e.usuario_id, e.produto_id, e.marketplace)
          = (devido.usuario_id, devido.produto_id, devido.marketplace)
        RETURNING e.usuario_id::text, e.produto_id::text, e.marketplace`,
  );
}

import { type Database, queryRows } from '@esteira/db/database';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { sql } from 'drizzle-orm';
import type { JobQueue } from '../../../core/job-queue';

interface StockPush {
  usuarioId: string;
  produtoId: string;
  /** Of every marketplace, or of every account, unless told. */
  marketplace?: Marketplace;
  contaId?: number;
  delaySeconds?: number;
}

/**
 * Enqueues the product's stock for its listings on real marketplaces that can be bought, as the trigger does after a
 * movement: for changes that move no stock but what the marketplaces are told of it.
 */
export async function enqueueStockPush(
  tx: Database,
  { usuarioId, produtoId, marketplace, contaId, delaySeconds = 0 }: StockPush,
): Promise<void> {
  await queryRows(
    tx,
    sql`SELECT enfileirar_envio_estoque(a, ${delaySeconds}::float8 * interval '1 second')
        FROM anuncios a
        WHERE a.usuario_id = ${usuarioId}::uuid AND a.produto_id = ${produtoId}::uuid
          AND a.marketplace = coalesce(${marketplace ?? null}::text, a.marketplace)
          AND a.conta_id = coalesce(${contaId ?? null}::smallint, a.conta_id) AND recebe_estoque(a)
        ORDER BY a.marketplace, a.conta_id`,
  );
}

/** A listing whose stock is in the outbox. */
export interface OutboxRow extends Record<string, unknown> {
  usuario_id: string;
  produto_id: string;
  marketplace: Marketplace;
  conta_id: number;
}

/** Takes up to `limit` rows that are due out of the outbox; those that somebody is just adding to stay. */
export function claimOutboxRows(
  tx: Database,
  { real, limit }: { real: readonly Marketplace[]; limit: number },
): Promise<OutboxRow[]> {
  return queryRows<OutboxRow>(
    tx,
    // Materialized, or a plan may run the choice again for each row and take more than the limit.
    sql`WITH devido AS MATERIALIZED (
          SELECT usuario_id, produto_id, marketplace, conta_id FROM envios_estoque
          WHERE devido_em <= now() AND marketplace IN ${real}
          ORDER BY devido_em LIMIT ${limit} FOR UPDATE SKIP LOCKED
        )
        DELETE FROM envios_estoque e USING devido
        WHERE (e.usuario_id, e.produto_id, e.marketplace, e.conta_id)
          = (devido.usuario_id, devido.produto_id, devido.marketplace, devido.conta_id)
        RETURNING e.usuario_id::text, e.produto_id::text, e.marketplace, e.conta_id`,
  );
}

/** Enqueues the job that pushes one listing's stock; one waits at most. */
export function sendStockPush(jobs: JobQueue, tx: Database, row: OutboxRow): Promise<void> {
  return jobs.send(tx, 'stock-push', row);
}

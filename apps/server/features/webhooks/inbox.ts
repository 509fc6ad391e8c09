import { type Database, queryRows } from '@esteira/db/database';
import { findPostgresFailure } from '@esteira/db/postgres/postgres-errors';
import type { MercadoLivreNotification } from '@esteira/marketplaces/mercado-livre/notification';
import { sql } from 'drizzle-orm';

/**
 * As many announcements of one seller may wait to be looked into. They are unsigned, so anybody can make them up: what
 * comes beyond is not kept, and the relay makes one look at all of this seller's orders of so many.
 */
export const MAX_OPEN_PER_SELLER = 500;

/** More in one statement would take longer than a sender waits. */
const MAX_BATCH = 500;

type Notice = Pick<MercadoLivreNotification, 'id' | 'topico' | 'recurso' | 'vendedor_id'>;

interface Waiting {
  notice: Notice;
  done: (isKnown: boolean) => void;
  failed: (error: unknown) => void;
}

/**
 * Takes announcements in. What arrives while a statement is under way goes into the next one together: thousands
 * within seconds are a few statements, and one for a seller who is not connected here costs next to nothing. Resolves
 * to whether it is of an account that is connected here, once it is stored or dropped.
 */
export function createInbox(db: Database): (notice: Notice) => Promise<boolean> {
  let waiting: Waiting[] = [];
  let isWriting = false;

  async function write(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_BATCH);
      waiting = waiting.slice(MAX_BATCH);
      await recordBatch(db, batch);
    }
    isWriting = false;
  }

  return (notice) =>
    new Promise((done, failed) => {
      waiting.push({ notice, done, failed });
      if (!isWriting) void write();
    });
}

/** Should one announcement be the reason that a batch cannot be stored, the others are stored without it. */
async function recordBatch(db: Database, batch: readonly Waiting[]): Promise<void> {
  try {
    const known = await store(
      db,
      batch.map(({ notice }) => notice),
    );
    for (const { done, notice } of batch) done(known.has(notice.vendedor_id));
  } catch (error) {
    if (batch.length > 1 && isUnstorable(error)) for (const one of batch) await recordBatch(db, [one]);
    else for (const { failed } of batch) failed(error);
  }
}

/** A text that the database cannot hold (SQLSTATE class 22), such as one with a zero byte. */
const isUnstorable = (error: unknown) => findPostgresFailure(error)?.code?.startsWith('22') ?? false;

/**
 * In the order of their ids, so that servers which are told the same do not wait crosswise. A repeated announcement is
 * the same row; one for a seller who is not connected here leaves nothing behind. What comes beyond a seller's share is
 * left out, and the next look at all of that seller's orders is made at once. What is open is counted once for each
 * seller of the batch, not for each announcement. Returns the ids of the accounts that are connected here.
 */
async function store(db: Database, notices: readonly Notice[]): Promise<Set<string>> {
  const known = await queryRows<{ vendedor_id: string }>(
    db,
    sql`WITH recebidas AS MATERIALIZED (
          SELECT * FROM jsonb_to_recordset(${JSON.stringify(notices)}::jsonb)
            AS n(id text, topico text, recurso text, vendedor_id text)
        ), vendedores AS MATERIALIZED (
          SELECT vendedor_id, (SELECT count(*) FROM (
              SELECT 1 FROM notificacoes a WHERE a.marketplace = 'mercadolivre'
                AND a.vendedor_id = c.vendedor_id AND a.tratada_em IS NULL LIMIT ${MAX_OPEN_PER_SELLER}::int
            ) AS ate) AS abertas
          FROM conexoes c WHERE marketplace = 'mercadolivre'
            AND vendedor_id IN (SELECT vendedor_id FROM recebidas)
        ), chegadas AS MATERIALIZED (
          SELECT r.*, v.abertas + row_number() OVER (PARTITION BY vendedor_id ORDER BY r.id) AS lugar
          FROM recebidas r JOIN vendedores v USING (vendedor_id)
        ), olhar AS (
          UPDATE conexoes SET proxima_leitura_em = now()
          WHERE marketplace = 'mercadolivre' AND leituras_falhas = 0 AND proxima_leitura_em > now()
            AND vendedor_id IN (SELECT vendedor_id FROM chegadas WHERE lugar > ${MAX_OPEN_PER_SELLER}::int)
        ), guardadas AS (
        INSERT INTO notificacoes (marketplace, id, topico, recurso, vendedor_id)
        SELECT 'mercadolivre', id, topico, recurso, vendedor_id FROM chegadas
        WHERE lugar <= ${MAX_OPEN_PER_SELLER}::int
        ORDER BY id
        ON CONFLICT DO NOTHING
        )
        SELECT vendedor_id FROM vendedores`,
  );
  return new Set(known.map(({ vendedor_id }) => vendedor_id));
}

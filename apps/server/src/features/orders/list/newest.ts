import { type Database, opaqueParam, queryPlanned, toLimit } from '@esteira/db/database';
import { type SQL, sql } from 'drizzle-orm';
import { gatherNewest, gatherPage, holdsGrams, MAX_READ, PAGE } from './grams';
import { holdsWords, type OrderQuery } from './order-query';

/** A page of the newest orders that hold the words, newest first, of the newest texts; empty where these do not fill it. */
export function readNewest(db: Database, query: OrderQuery): Promise<string[]> {
  return readFullPage(db, gatherNewest(query, toLimit(MAX_READ)));
}

/**
 * The same of the orders from one on, looked up by some of the words' grams: which of them are so new is told by the
 * keys alone, before a text is read.
 */
export function readSince(
  db: Database,
  query: OrderQuery,
  { grams, since }: { grams: readonly string[]; since: string },
): Promise<string[]> {
  return readFullPage(
    db,
    gatherPage(sql`
      SELECT b.pedido_id FROM buscas_pedidos b
      WHERE b.usuario_id = ${query.usuarioId} AND b.pedido_id >= ${opaqueParam(sql`${since}::uuid`)}
        AND ${holdsGrams(query, grams)} AND ${sql.join(holdsWords(sql`b.texto`, query.words), sql` AND `)}
      ORDER BY b.pedido_id DESC`),
  );
}

async function readFullPage(db: Database, query: SQL): Promise<string[]> {
  const [row] = await queryPlanned<{ total: number; ids: string | null }>(db, query);
  return row?.total === PAGE ? (row.ids?.split(',') ?? []) : [];
}

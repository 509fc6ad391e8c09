import { type Database, queryRows } from '@esteira/db/database';
import { type SQL, sql } from 'drizzle-orm';
import { createSameTurn } from '../../../core/same-turn';
import type { SingleFlight } from '../../../core/single-flight';
import { holdsWords, type OrderQuery } from './order-query';

/** Up to so many orders that hold the words are looked at one by one; of more, the lists are read until they suffice. */
export const MAX_CANDIDATES = 1000;

/** Words that so many of the newest `RECENT` orders hold are common, and need no further look. */
const RECENT = 1000;
const COMMON_IN_RECENT = 25;

const searches = new WeakMap<Database, SingleFlight<string[] | null>>();

/**
 * The ids of all orders of the seller that hold the words; null where more than `MAX_CANDIDATES` do. A screen asks for
 * its list and its counts at once: they share the answer.
 */
export function findCandidates(db: Database, query: OrderQuery): Promise<string[] | null> {
  const share = searches.get(db) ?? createSameTurn();
  searches.set(db, share);
  return share(JSON.stringify([query.sellerId, query.words]), () => readCandidates(db, query));
}

/** The newest orders are asked first: of a very common word the index would list every order before the limit is felt. */
async function readCandidates(db: Database, query: OrderQuery): Promise<string[] | null> {
  const recent = sql`SELECT b.texto FROM buscas_pedidos b WHERE b.usuario_id = ${query.usuarioId}
    ORDER BY b.pedido_id DESC LIMIT ${RECENT}`;
  const [row] = await queryRows<{ ids: string | null }>(
    db,
    sql`SELECT CASE
      WHEN (SELECT count(*) FROM (${recent}) recentes
        WHERE ${sql.join(holdsWords(sql`recentes.texto`, query.words), sql` AND `)}) >= ${COMMON_IN_RECENT} THEN NULL
      ELSE (SELECT coalesce(string_agg(pedido_id::text, ','), '')
        FROM (${selectCandidates(query, MAX_CANDIDATES + 1)}) achados)
    END AS ids`,
  );
  const ids = row?.ids ?? null;
  if (ids === null) return null;
  const all = ids === '' ? [] : ids.split(',');
  return all.length > MAX_CANDIDATES ? null : all;
}

/** The ids (`pedido_id`) of at most so many orders that hold all words, by the index of the seller's trigrams. */
export function selectCandidates({ usuarioId, words }: OrderQuery, most: number): SQL {
  const grams = words.map(
    (word) =>
      sql`esteira_gramas(b.usuario_id, b.texto) @> esteira_gramas(${usuarioId}, esteira_termo(${word}::text))`,
  );
  return sql`
    SELECT b.pedido_id FROM buscas_pedidos b
    WHERE b.usuario_id = ${usuarioId}
      AND ${sql.join([...grams, ...holdsWords(sql`b.texto`, words)], sql` AND `)}
    LIMIT ${most}`;
}

/** Orders as rows `achados(pedido_id)`. */
export function unnestCandidates(ids: readonly string[]): SQL {
  return sql`unnest(${`{${ids.join(',')}}`}::uuid[]) AS achados(pedido_id)`;
}

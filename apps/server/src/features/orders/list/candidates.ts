import { type Database, queryRows } from '@esteira/db/database';
import { ORDER_STATUSES, type OrderStatus } from '@esteira/domain/order-machine';
import { type SQL, sql } from 'drizzle-orm';
import { readRareGrams } from './grams';
import { holdsWords, type OrderQuery, toLimit, whereOrder } from './order-query';

/** Up to so many orders that hold the words are looked at one by one. */
export const MAX_CANDIDATES = 1000;

/** Of up to so many the newest are sorted out; of more, the lists are read until they suffice. */
const MAX_FOUND = 5000;

/** An order that holds the words and meets the conditions of a query, whatever its status. */
export interface Candidate {
  id: string;
  status: OrderStatus;
}

/** What a search found. Neither is there where very many orders hold the words. */
export interface Found {
  /** All that the query finds, its statuses aside; null where more than `MAX_CANDIDATES` orders hold the words. */
  candidates: Candidate[] | null;
  /** Where there are more: the ids of the newest that hold the words, newest first, whatever the conditions. */
  newest: string[];
}

/** Looks the words up, for all calls of a request once. */
export function findCandidates(db: Database, query: OrderQuery): Promise<Found> {
  const read = () => readFound(db, query);
  return query.once === undefined ? read() : query.once(`orders ${query.sellerId} ${query.key}`, read);
}

async function readFound(db: Database, query: OrderQuery): Promise<Found> {
  const grams = await readRareGrams(db, query);
  return grams === null ? { candidates: null, newest: [] } : lookUp(db, query, grams);
}

/** Looks the words up by some of their grams. */
export async function lookUp(db: Database, query: OrderQuery, grams: readonly string[]): Promise<Found> {
  const [row] = await queryRows<{ found: number; candidates: string | null; newest: string | null }>(
    db,
    sql`WITH achados AS MATERIALIZED (${selectHolding(query, grams, MAX_FOUND + 1)}),
        quantos AS MATERIALIZED (SELECT count(*)::int AS total FROM achados)
      SELECT total AS found,
        CASE WHEN total <= ${toLimit(MAX_CANDIDATES)} THEN (
          SELECT string_agg(p.status || ' ' || p.id, ',') FROM (${selectCandidates(query)}) p) END AS candidates,
        CASE WHEN total > ${toLimit(MAX_CANDIDATES)} AND total <= ${toLimit(MAX_FOUND)} THEN (
          SELECT string_agg(n.pedido_id::text, ',') FROM (
            SELECT pedido_id FROM achados ORDER BY pedido_id DESC LIMIT ${toLimit(MAX_CANDIDATES)}) n) END AS newest
      FROM quantos`,
  );
  const { found = 0, candidates = null, newest = null } = row ?? {};
  if (found > MAX_CANDIDATES) return { candidates: null, newest: newest?.split(',') ?? [] };
  return { candidates: candidates?.split(',').map(parseCandidate) ?? [], newest: [] };
}

function parseCandidate(text: string): Candidate {
  const [named, id = ''] = text.split(' ');
  const status = ORDER_STATUSES.find((known) => known === named);
  if (status === undefined) throw new Error(`An order has an unknown status: ${named}`);
  return { id, status };
}

/** The orders of `achados(pedido_id)` that meet the conditions, looked up by their ids alone. */
function selectCandidates(query: OrderQuery): SQL {
  return sql`
    SELECT o.id, o.status FROM pedidos o
    WHERE o.id = ANY(ARRAY(SELECT pedido_id FROM achados)) AND ${whereOrder({ ...query, words: [] })}`;
}

/**
 * The ids (`pedido_id`) of at most so many orders that hold all words, looked up by some of their grams in the index of
 * the seller's grams. `IS TRUE` keeps PostgreSQL from reading the seller's whole list of orders beside it.
 */
function selectHolding({ sellerId, words }: OrderQuery, grams: readonly string[], most: number): SQL {
  const hashes = grams.map((gram) => sql`hashtext(${sellerId}::uuid::text || ${gram}::text)`);
  return sql`
    SELECT b.pedido_id FROM buscas_pedidos b
    WHERE (b.usuario_id = ${sellerId}::uuid) IS TRUE
      AND esteira_gramas(b.usuario_id, b.texto) @> ARRAY[${sql.join(hashes, sql`, `)}]
      AND ${sql.join(holdsWords(sql`b.texto`, words), sql` AND `)}
    LIMIT ${toLimit(most)}`;
}

/** Orders as rows `achados(pedido_id)`. */
export function unnestCandidates(ids: readonly string[]): SQL {
  return sql`unnest(${`{${ids.join(',')}}`}::uuid[]) AS achados(pedido_id)`;
}

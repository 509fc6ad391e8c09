import { type Database, preparedOnce, queryPlanned, toLimit, toUuids } from '@esteira/db/database';
import { ORDER_STATUSES, type OrderStatus } from '@esteira/domain/orders/order-machine';
import { type SQL, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { ENOUGH_IN_RECENT, holdsGrams, type Rarity, readRarity } from './grams';
import { readNewest, readSince } from './newest';
import { holdsWords, type OrderQuery, whereOrder } from './order-query';

/** Up to so many orders that hold the words are looked at one by one. */
export const MAX_CANDIDATES = 1000;

/** Of up to so many the newest are sorted out, a few pages; of more, the lists are read until they suffice. */
const MAX_FOUND = 5000;
const NEWEST = 250;

/** Orders that hold the words and meet the conditions of a query, by status, the oldest first. */
export type Candidates = ReadonlyMap<OrderStatus, readonly string[]>;

/** What a search found. Neither is there where very many orders hold the words. */
export interface Found {
  /** All that the query finds, its statuses aside; null where more than `MAX_CANDIDATES` orders hold the words or seem to. */
  candidates: Candidates | null;
  /** Where there are more: ids of the newest that hold the words, newest first, as far as they are known. */
  newest: string[];
}

type Rare = Pick<Rarity, 'recent'> & { grams: readonly string[] };

/** Looks the words up, for all calls of a request once. */
export function findCandidates(db: Database, query: OrderQuery): Promise<Found> {
  const read = () => readFound(db, query);
  return query.once === undefined ? read() : query.once(`orders ${query.sellerId} ${query.key}`, read);
}

async function readFound(db: Database, query: OrderQuery): Promise<Found> {
  const way = await readWay(db, query);
  const { newest, grams, isMany } = way;
  if (grams === null) return { candidates: null, newest };
  if (isMany && query.conditions.length > 0) return { candidates: null, newest: [] };
  const page = isMany ? await readPage(db, query, { ...way, grams }) : [];
  if (page.length > 0) return { candidates: null, newest: page };
  const found = await lookUp(db, query, { ...way, grams });
  if (found.candidates === null && !isMany) keepWay(db, query, { ...way, isMany: true });
  return found;
}

/** A search on the screen is asked for again with each page and each change. */
const WAY_KEPT_MS = 60_000;
const MAX_WAYS = 2_000;

/** By which way orders are found, never which: it may be a minute old. */
interface Way extends Rarity {
  /** More orders hold the words than are looked at one by one. */
  isMany?: boolean;
  /** Of those the last of a page of the newest, null where that was sought in vain; absent as long as it was not. */
  pageEnd?: string | null;
}

async function readWay(db: Database, query: OrderQuery): Promise<Way> {
  const known = waysOf(db).get(keyOf(query));
  if (known !== undefined) return known;
  const rarity = await readRarity(db, query);
  if (rarity.newest.length === 0) keepWay(db, query, rarity);
  return rarity;
}

const keyOf = ({ sellerId, words }: OrderQuery) => JSON.stringify([sellerId, ...words]);
const keepWay = (db: Database, query: OrderQuery, way: Way) => waysOf(db).set(keyOf(query), way);
const waysOf = (db: Database) => preparedOnce(db, 'orders_search_ways', keepWays);
const keepWays = () => new LRUCache<string, Way>({ max: MAX_WAYS, ttl: WAY_KEPT_MS, noUpdateTTL: true });

/** A page of the newest orders of words that many hold, newest first; empty where it is not found with little effort. */
async function readPage(db: Database, query: OrderQuery, way: Way & Rare): Promise<string[]> {
  const { pageEnd, grams } = way;
  if (pageEnd === null) return [];
  const page = await (pageEnd === undefined
    ? readNewest(db, query)
    : readSince(db, query, { grams, since: pageEnd }));
  if (pageEnd === undefined || page.length === 0)
    keepWay(db, query, { ...way, pageEnd: page.at(-1) ?? null });
  return page;
}

/**
 * Looks the words up by some of their grams, until one order more is found than is looked at. Each of them lies elsewhere
 * in the table: further ones are sought only where the list that is read instead would be long.
 */
export async function lookUp(db: Database, query: OrderQuery, { grams, recent }: Rare): Promise<Found> {
  const most = recent < ENOUGH_IN_RECENT ? MAX_FOUND : MAX_CANDIDATES;
  const [row] = await queryPlanned<{ found: number; candidates: string | null; newest: string | null }>(
    db,
    sql`WITH achados AS MATERIALIZED (${selectHolding(query, grams, most + 1)}),
        quantos AS MATERIALIZED (SELECT count(*)::int AS total FROM achados)
      SELECT total AS found,
        CASE WHEN total <= ${toLimit(MAX_CANDIDATES)} THEN (
          SELECT string_agg(p.status || ' ' || p.ids, ',') FROM (${selectCandidates(query)}) p) END AS candidates,
        CASE WHEN total BETWEEN ${toLimit(MAX_CANDIDATES + 1)} AND ${toLimit(most)} THEN (
          SELECT string_agg(n.pedido_id::text, ',')
          FROM (SELECT pedido_id FROM achados ORDER BY pedido_id DESC LIMIT ${toLimit(NEWEST)}) n) END AS newest
      FROM quantos`,
  );
  const { found = 0, candidates = null, newest = null } = row ?? {};
  if (found > MAX_CANDIDATES) return { candidates: null, newest: newest?.split(',') ?? [] };
  return { candidates: new Map(candidates?.split(',').map(parseStatus)), newest: [] };
}

function parseStatus(text: string): [OrderStatus, string[]] {
  const [named, ...ids] = text.split(' ');
  const status = ORDER_STATUSES.find((known) => known === named);
  if (status === undefined) throw new Error(`An order has an unknown status: ${named}`);
  return [status, ids.sort()];
}

/** Those with a status that the query covers, the oldest first among each status. */
export function withStatus({ statuses }: Pick<OrderQuery, 'statuses'>, candidates: Candidates): string[] {
  return statuses.flatMap((status) => candidates.get(status) ?? []);
}

/** The orders of `achados(pedido_id)` that meet the conditions, looked up by their ids alone, status by status. */
function selectCandidates(query: OrderQuery): SQL {
  return sql`
    SELECT o.status, string_agg(o.id::text, ' ') AS ids FROM pedidos o
    WHERE o.id = ANY(ARRAY(SELECT pedido_id FROM achados)) AND ${whereOrder({ ...query, words: [] })}
    GROUP BY o.status`;
}

/**
 * The ids (`pedido_id`) of at most so many orders that hold all words, looked up by some of their grams in the index of
 * the seller's grams. `IS TRUE` keeps PostgreSQL from reading the seller's whole list of orders beside it, and as a query
 * of their own the grams leave it one plan, however rare they are.
 */
function selectHolding(query: OrderQuery, grams: readonly string[], most: number): SQL {
  return sql`
    SELECT b.pedido_id FROM buscas_pedidos b
    WHERE (b.usuario_id = ${query.usuarioId}) IS TRUE AND ${holdsGrams(query, grams)}
      AND ${sql.join(holdsWords(sql`b.texto`, query.words), sql` AND `)}
    LIMIT ${toLimit(most)}`;
}

/** Orders as rows `achados(pedido_id)`. */
export function unnestCandidates(ids: readonly string[]): SQL {
  return sql`unnest(${toUuids(ids)}) AS achados(pedido_id)`;
}

import { type Database, opaqueParam, queryPlanned, toLimit } from '@esteira/db/database';
import { type SQL, sql } from 'drizzle-orm';
import { type Candidates, type Found, findCandidates, unnestCandidates, withStatus } from './candidates';
import { holdsWords, isWhole, type OrderQuery, toArray, unnestStatuses, whereOrder } from './order-query';
import { isAfter, keyOf, orderBy, type Position, type Sorting } from './sorting';

/** Which part of a list is asked for: its sorting, after which order, how many rows. */
export interface PageRequest {
  sorting: Sorting;
  after: Position;
  rows: number;
}

/**
 * So many orders are read from the index of an amount before all that match are gathered and sorted instead: where one
 * in a hundred matches they are a page.
 */
const MAX_TRIED = 5_000;

/*
 * The ids of a page can be found in four ways. Which one is fast depends on how many orders match and where they stand,
 * which PostgreSQL guesses badly for a single seller, so it is not left to guess (docs/decisions/0015).
 */

/** The orders of a page. */
export interface SelectedPage {
  /** A query of `id`, and of the amount that the list is sorted by. */
  ids: SQL;
  /** The same ids, in their order, where no query is needed any more to know them. */
  known: readonly string[] | null;
}

/** Chooses a way. */
export async function selectPage(db: Database, query: OrderQuery, page: PageRequest): Promise<SelectedPage> {
  if (query.words.length === 0) return { ids: selectWithoutWords(query, page), known: null };
  const found = await findCandidates(db, query);
  const known = takeKnown(query, page, found);
  if (known !== null) return { ids: selectIds(known), known };
  if (found.candidates !== null) return { ids: sortCandidates(query, page, found.candidates), known };
  if (page.sorting.amount !== null) return { ids: readByAmount(query, page), known };
  const isAll = isWhole({ ...query, words: [] });
  return { ids: isAll ? readTexts(query, page) : readEachStatus(query, page), known };
}

function selectWithoutWords(query: OrderQuery, page: PageRequest): SQL {
  if (page.sorting.amount === null) return readEachStatus(query, page);
  return isWhole(query) ? readByAmount(query, page) : tryByAmount(query, page);
}

/** The ids of the page, where what the words were looked up by tells them. */
function takeKnown(query: OrderQuery, page: PageRequest, { candidates, newest }: Found): string[] | null {
  const { sorting, after, rows } = page;
  if (candidates !== null) {
    const ids = withStatus(query, candidates);
    return sorting.amount === null || ids.length === 0 ? sortIds(ids, page) : null;
  }
  if (sorting.amount !== null || sorting.direction !== 'DESC' || !isWhole({ ...query, words: [] }))
    return null;
  // Of the newest that hold the words, if they fill the page.
  const ids = newest.filter((id) => id < after.id).slice(0, rows);
  return ids.length === rows ? ids : null;
}

function sortIds(ids: readonly string[], { sorting, after, rows }: PageRequest): string[] {
  const newestFirst = sorting.direction === 'DESC';
  const behind = ids.filter((id) => (newestFirst ? id < after.id : id > after.id)).sort();
  return (newestFirst ? behind.reverse() : behind).slice(0, rows);
}

function selectIds(ids: readonly string[]): SQL {
  return sql`SELECT achados.pedido_id AS id FROM ${unnestCandidates(ids)}`;
}

/** Whether the query finds no more orders than `most`; counts no further than it must. */
export async function areAtMost(db: Database, query: OrderQuery, most: number): Promise<boolean> {
  const [row] = await queryPlanned<{ few: boolean }>(
    db,
    sql`SELECT count(*) <= ${toLimit(most)} AS few FROM (
      SELECT FROM ${unnestStatuses(query)} CROSS JOIN LATERAL (
        SELECT FROM pedidos o WHERE o.status = s.status AND ${whereOrder(query)} LIMIT ${toLimit(most + 1)}
      ) p LIMIT ${toLimit(most + 1)}
    ) contados`,
  );
  return row?.few ?? false;
}

/** Few orders hold the words: all of them are looked at and sorted. */
export function sortCandidates(query: OrderQuery, page: PageRequest, candidates: Candidates): SQL {
  const { sorting, after, rows } = page;
  const ids = withStatus(query, candidates);
  if (sorting.amount === null) return selectIds(sortIds(ids, page));
  return sql`
    SELECT p.* FROM ${unnestCandidates(ids)} CROSS JOIN LATERAL (
      SELECT ${keyOf('o', sorting)} FROM pedidos o
      WHERE o.usuario_id = ${query.usuarioId} AND o.id = achados.pedido_id AND ${isAfter(after, sorting)}
      OFFSET 0
    ) p
    ORDER BY ${orderBy('p', sorting)} LIMIT ${toLimit(rows)}`;
}

/** By id, of all orders that hold words which many do: their texts are read in order until the page is full. */
export function readTexts({ usuarioId, words }: OrderQuery, { sorting, after, rows }: PageRequest): SQL {
  const behind = sql.raw(sorting.direction === 'DESC' ? '<' : '>');
  const isBehind = sql`b.pedido_id ${behind} ${opaqueParam(sql`${after.id}::uuid`)}`;
  return sql`
    SELECT b.pedido_id AS id FROM buscas_pedidos b
    WHERE b.usuario_id = ${usuarioId} AND ${isBehind} AND ${sql.join(holdsWords(sql`b.texto`, words), sql` AND `)}
    ORDER BY b.pedido_id ${sql.raw(sorting.direction)} LIMIT ${toLimit(rows)}`;
}

/** By id: the page's worth of every status, read from the index in order, and of these the first. */
export function readEachStatus(query: OrderQuery, { sorting, after, rows }: PageRequest): SQL {
  return sql`
    SELECT p.* FROM ${unnestStatuses(query)} CROSS JOIN LATERAL (
      SELECT ${keyOf('o', sorting)} FROM pedidos o
      WHERE o.status = s.status AND ${isAfter(after, sorting)} AND ${whereOrder(query)}
      ORDER BY ${orderBy('o', sorting)} LIMIT ${toLimit(rows)}
    ) p
    ORDER BY ${orderBy('p', sorting)} LIMIT ${toLimit(rows)}`;
}

/** By an amount, of not too many orders: all that match, sorted. */
export function gatherEachStatus(query: OrderQuery, { sorting, after, rows }: PageRequest): SQL {
  return sql`
    SELECT p.* FROM ${unnestStatuses(query)} CROSS JOIN LATERAL (
      SELECT ${keyOf('o', sorting)} FROM pedidos o
      WHERE o.status = s.status AND ${isAfter(after, sorting)} AND ${whereOrder(query)}
      OFFSET 0
    ) p
    ORDER BY ${orderBy('p', sorting)} LIMIT ${toLimit(rows)}`;
}

/** By an amount, of very many orders: read from the index of that amount until the page is full. */
export function readByAmount(query: OrderQuery, { sorting, after, rows }: PageRequest): SQL {
  return sql`
    SELECT ${keyOf('o', sorting)} FROM pedidos o
    WHERE o.status = ANY(${toArray(query.statuses)}) AND ${isAfter(after, sorting)} AND ${whereOrder(query)}
    ORDER BY ${orderBy('o', sorting)} LIMIT ${toLimit(rows)}`;
}

/**
 * By an amount, of many or few orders: the first ones of the amount's index, and where these do not fill the page all
 * that match.
 */
export function tryByAmount(query: OrderQuery, page: PageRequest, most = MAX_TRIED): SQL {
  const { sorting, after, rows } = page;
  return sql`
    WITH primeiros AS MATERIALIZED (
      SELECT ${keyOf('o', sorting)} FROM (
        SELECT o.* FROM pedidos o WHERE o.usuario_id = ${query.usuarioId} AND ${isAfter(after, sorting)}
        ORDER BY ${orderBy('o', sorting)} LIMIT ${toLimit(most)}
      ) o
      WHERE o.status = ANY(${toArray(query.statuses)}) AND ${whereOrder(query)}
      LIMIT ${toLimit(rows)}
    )
    SELECT * FROM primeiros WHERE (SELECT count(*) FROM primeiros) = ${toLimit(rows)}
    UNION ALL
    SELECT * FROM (${gatherEachStatus(query, page)}) todos WHERE (SELECT count(*) FROM primeiros) < ${toLimit(rows)}`;
}

import { type Database, queryRows } from '@esteira/db/database';
import { type SQL, sql } from 'drizzle-orm';
import { findCandidates, unnestCandidates } from './candidates';
import { isWhole, type OrderQuery, toArray, unnestStatuses, whereOrder } from './order-query';
import { isAfter, keyOf, orderBy, type Position, type Sorting } from './sorting';

/** Which part of a list is asked for: its sorting, after which order, how many rows. */
export interface PageRequest {
  sorting: Sorting;
  after: Position;
  rows: number;
}

/**
 * More orders than this, whatever words they hold, are not gathered to be sorted by an amount: the index of that amount
 * is read instead.
 */
const MAX_GATHERED = 10_000;

/*
 * The ids of a page can be found in four ways. Which one is fast depends on how many orders match and where they stand,
 * which PostgreSQL guesses badly for a single seller, so it is not left to guess (docs/decisions/0015).
 */

/** Chooses a way. Answers a query of `id`, and of the amount that the list is sorted by. */
export async function selectPage(db: Database, query: OrderQuery, page: PageRequest): Promise<SQL> {
  const candidates = query.words.length > 0 ? await findCandidates(db, query) : null;
  if (candidates !== null) return sortCandidates(query, page, candidates);
  if (page.sorting.amount === null) return readEachStatus(query, page);
  if (isWhole({ ...query, words: [] })) return readByAmount(query, page);
  return (await areAtMost(db, { ...query, words: [] }, MAX_GATHERED))
    ? gatherEachStatus(query, page)
    : readByAmount(query, page);
}

/** Whether the query finds no more orders than `most`; counts no further than it must. */
export async function areAtMost(db: Database, query: OrderQuery, most: number): Promise<boolean> {
  const [row] = await queryRows<{ few: boolean }>(
    db,
    sql`SELECT count(*) <= ${most} AS few FROM (
      SELECT FROM ${unnestStatuses(query)} CROSS JOIN LATERAL (
        SELECT FROM pedidos o WHERE o.status = s.status AND ${whereOrder(query)} LIMIT ${most + 1}
      ) p LIMIT ${most + 1}
    ) contados`,
  );
  return row?.few ?? false;
}

/** Few orders hold the words: all of them are looked at and sorted. */
export function sortCandidates(
  query: OrderQuery,
  { sorting, after, rows }: PageRequest,
  candidates: readonly string[],
): SQL {
  const rest = { ...query, words: [] };
  return sql`
    SELECT p.* FROM ${unnestCandidates(candidates)} CROSS JOIN LATERAL (
      SELECT ${keyOf('o', sorting)}, o.status FROM pedidos o
      WHERE o.id = achados.pedido_id AND ${isAfter(after, sorting)} AND ${whereOrder(rest)}
      OFFSET 0
    ) p
    WHERE p.status = ANY(${toArray(query.statuses)})
    ORDER BY ${orderBy('p', sorting)} LIMIT ${rows}`;
}

/** By id: the page's worth of every status, read from the index in order, and of these the first. */
export function readEachStatus(query: OrderQuery, { sorting, after, rows }: PageRequest): SQL {
  return sql`
    SELECT p.* FROM ${unnestStatuses(query)} CROSS JOIN LATERAL (
      SELECT ${keyOf('o', sorting)} FROM pedidos o
      WHERE o.status = s.status AND ${isAfter(after, sorting)} AND ${whereOrder(query)}
      ORDER BY ${orderBy('o', sorting)} LIMIT ${rows}
    ) p
    ORDER BY ${orderBy('p', sorting)} LIMIT ${rows}`;
}

/** By an amount, of not too many orders: all that match, sorted. */
export function gatherEachStatus(query: OrderQuery, { sorting, after, rows }: PageRequest): SQL {
  return sql`
    SELECT p.* FROM ${unnestStatuses(query)} CROSS JOIN LATERAL (
      SELECT ${keyOf('o', sorting)} FROM pedidos o
      WHERE o.status = s.status AND ${isAfter(after, sorting)} AND ${whereOrder(query)}
      OFFSET 0
    ) p
    ORDER BY ${orderBy('p', sorting)} LIMIT ${rows}`;
}

/** By an amount, of very many orders: read from the index of that amount until the page is full. */
export function readByAmount(query: OrderQuery, { sorting, after, rows }: PageRequest): SQL {
  return sql`
    SELECT ${keyOf('o', sorting)} FROM pedidos o
    WHERE o.status = ANY(${toArray(query.statuses)}) AND ${isAfter(after, sorting)} AND ${whereOrder(query)}
    ORDER BY ${orderBy('o', sorting)} LIMIT ${rows}`;
}

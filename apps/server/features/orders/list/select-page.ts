import { orders } from '@esteira/db/schema/orders/orders';
import type { OrderSort } from '@esteira/domain/orders/order-list';
import { isUnshipped, type OrderStatus } from '@esteira/domain/orders/order-machine';
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import {
  DEADLINE,
  holdsWords,
  IS_UNSHIPPED,
  isWhole,
  type OrderQuery,
  statusRows,
  whereOfStatus,
  whereOrder,
} from './order-query';
import { LISTED, SORTINGS, type Sorting } from './sorting';

/** Which part of a list is asked for. */
export interface PageRequest {
  ordem: OrderSort;
  /** The cursor of the page before; absent: from the beginning. */
  cursor?: string | undefined;
  rows: number;
}

/** The orders of a page, for a select from `pedidos`: joined on `isListed`, sorted by `order`. */
export interface SelectedPage {
  page: SQL;
  isListed: SQL;
  order: SQL[];
}

interface List {
  query: OrderQuery;
  sorting: Pick<Sorting, 'key' | 'order'>;
  /** True of the rows from the page's beginning on; absent: of all. */
  start: SQL | undefined;
  rows: number;
}

/** So many orders of a list, from a place in it on (docs/decisions/0057-order-search.md). */
export function selectPage(query: OrderQuery, { ordem, cursor, rows }: PageRequest): SelectedPage {
  const sorting = SORTINGS[ordem];
  const start = cursor === undefined ? undefined : sorting.isAfter(cursor);
  return {
    page: sql`(${selectIds({ query, sorting, start, rows }, ordem)}) AS p`,
    isListed: eq(LISTED.id, orders.id),
    order: sorting.order,
  };
}

function selectIds(list: List, ordem: OrderSort): SQL {
  if (list.query.search !== '') return readFound(list, ordem);
  if (ordem === 'prazo') return readByDeadline(list);
  const isById = ordem === 'mais_novos' || ordem === 'mais_antigos';
  return isById && !isWhole(list.query) ? readEachStatus(list) : readOrders(list, whereOrder(list.query));
}

/** The page of the orders that meet a condition. */
function readOrders(list: List, where: SQL | undefined): SQL {
  return sortRows(list, sql`SELECT ${orders.id}, ${list.sorting.key} AS chave FROM ${orders} WHERE ${where}`);
}

function sortRows({ sorting, start, rows }: List, from: SQL): SQL {
  return new QueryBuilder()
    .select(LISTED)
    .from(sql`(${from}) AS p`)
    .where(start)
    .orderBy(...sorting.order)
    .limit(rows)
    .getSQL();
}

/** The page, from the pages of each status: an index that runs by status and id has these as stretches. */
function readEachStatus(list: List, condition?: SQL): SQL {
  const page = readOrders(list, and(whereOfStatus(list.query), condition));
  return sortRows(list, sql`SELECT p.* FROM ${statusRows(list.query)} CROSS JOIN LATERAL (${page}) AS p`);
}

/** Unshipped orders from the index of deadlines, all others by id. */
function readByDeadline(list: List): SQL {
  const having = (isIn: (status: OrderStatus) => boolean) => ({
    ...list.query,
    statuses: list.query.statuses.filter(isIn),
  });
  const unshipped = {
    ...{ ...list, query: having(isUnshipped) },
    sorting: { key: DEADLINE, order: [asc(LISTED.chave), asc(LISTED.id)] },
  };
  const others = {
    ...{ ...list, query: having((status) => !isUnshipped(status)) },
    sorting: { key: sql`NULL::timestamptz`, order: [desc(LISTED.id)] },
  };
  return sortRows(
    list,
    sql`(${readEachStatus(unshipped, IS_UNSHIPPED)}) UNION ALL (${readEachStatus(others)})`,
  );
}

/** So many orders of the list without the words are read before the index of words is asked. */
const READ_FIRST = 1_000;

/**
 * The orders that hold the words: of the first of the list without the words where these fill the page, else from the
 * index of words, which has to list every order that holds them.
 */
function readFound(list: List, ordem: OrderSort): SQL {
  const { query, rows } = list;
  const without = { ...list, query: { ...query, search: '' }, rows: READ_FIRST };
  // `OFFSET 0` has each of them looked up by its id, however few orders PostgreSQL thinks hold the words.
  const first = sql`
    SELECT l.id, l.chave FROM (${selectIds(without, ordem)}) l CROSS JOIN LATERAL (
      SELECT palavras FROM pedidos WHERE usuario_id = ${query.usuarioId} AND id = l.id OFFSET 0
    ) AS pedidos WHERE ${holdsWords(query)}`;
  return sql`
    WITH primeiros AS MATERIALIZED (${sortRows(list, first)}),
      falta AS MATERIALIZED (SELECT count(*) < ${rows} AS alguma FROM primeiros)
    SELECT * FROM primeiros WHERE NOT (SELECT alguma FROM falta)
    UNION ALL
    SELECT * FROM (${readOrders(list, sql`(SELECT alguma FROM falta) AND ${whereOrder(query)}`)}) todos`;
}

import { type Database, queryRows } from '@esteira/db/database';
import { total } from '@esteira/db/expressions';
import { dailySummaries } from '@esteira/db/schema/orders/order-summaries';
import { orders } from '@esteira/db/schema/orders/orders';
import { fromCents } from '@esteira/domain/money';
import {
  ORDER_FILTERS,
  ORDER_STATUSES,
  type OrderFilter,
  type OrderStatus,
} from '@esteira/domain/orders/order-machine';
import type { OrderCounts, OrderFilterInput } from '@esteira/validators/orders/order-list';
import { and, eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import {
  holdsWords,
  type OrderQuery,
  statusRows,
  toOrderQuery,
  whereOfStatus,
  whereOrder,
} from './order-query';
import { selectPage } from './select-page';

/** Up to here the orders of a search are counted, which lie anywhere in the table. */
const MAX_FOUND = 1_000;

/** Up to here the orders of a status are counted, which lie side by side in an index. */
const MAX_COUNTED = 5_000;

interface StatusCount extends Record<string, unknown> {
  status: OrderStatus;
  total: number;
  /** Cents. */
  valor: number;
  lucro: number;
  /** There may be more than were counted. */
  mais: boolean;
}

/** How many orders each filter and each status covers, under what else narrows the list. */
export async function countOrders(
  db: Database,
  usuarioId: string,
  input: OrderFilterInput,
): Promise<OrderCounts> {
  const rows = await countByStatus(db, usuarioId, input);
  const byStatus = new Map(rows.map((row) => [row.status, row]));
  const por_status = ofEachStatus((status) => byStatus.get(status)?.total ?? 0);
  const somas = ofEachStatus((status) => {
    const { valor, lucro } = byStatus.get(status) ?? { valor: 0, lucro: 0 };
    return { valor: fromCents(valor), lucro: fromCents(lucro) };
  });
  const covered = (filter: OrderFilter) => {
    const statuses: readonly OrderStatus[] = ORDER_FILTERS[filter].statuses;
    return statuses.reduce((sum, status) => sum + por_status[status], 0);
  };
  return {
    todos: covered('todos'),
    pendentes: covered('pendentes'),
    aprovados: covered('aprovados'),
    com_fornecedor: covered('com_fornecedor'),
    por_status,
    somas,
    parciais: rows.filter(({ mais }) => mais).map(({ status }) => status),
  };
}

const ofEachStatus = <Value>(read: (status: OrderStatus) => Value) =>
  Object.fromEntries(ORDER_STATUSES.map((status) => [status, read(status)])) as Record<OrderStatus, Value>;

async function countByStatus(
  db: Database,
  usuarioId: string,
  input: OrderFilterInput,
): Promise<StatusCount[]> {
  const { marketplace: _marketplace, de: _de, ate: _ate, ...narrowed } = input;
  const isSummed = Object.values(narrowed).every((value) => value === undefined || value === false);
  if (isSummed) return countSummed(db, usuarioId, input);
  const query = toOrderQuery(usuarioId, input);
  return query.search === '' ? queryRows(db, countEachStatus(query)) : countSearch(db, query);
}

/** Marketplaces and days are summed up already. */
async function countSummed(db: Database, usuarioId: string, { marketplace, de, ate }: OrderFilterInput) {
  const { status, dia, pedidos, receita, lucro } = dailySummaries;
  const rows = await db
    .select({ status, total: total(pedidos), valor: total(receita), lucro: total(lucro) })
    .from(dailySummaries)
    .where(
      and(
        eq(dailySummaries.usuario_id, usuarioId),
        marketplace === undefined ? undefined : eq(dailySummaries.marketplace, marketplace),
        de === undefined ? undefined : gte(dia, de),
        ate === undefined ? undefined : lte(dia, ate),
      ),
    )
    .groupBy(status);
  return rows.map((row) => ({ ...row, mais: false }));
}

/** Each status has its own part of the index, in which a period is one stretch. */
export function countEachStatus(query: OrderQuery, most = MAX_COUNTED): SQL {
  return sql`
    SELECT s.status, least(p.total, ${most}::int) AS total, p.valor, p.lucro, p.total > ${most}::int AS mais
    FROM ${statusRows(query)} CROSS JOIN LATERAL (
      SELECT count(*)::int AS total, ${sumsOf('o')} FROM (
        SELECT preco_venda, lucro FROM ${orders} WHERE ${whereOfStatus(query)} LIMIT ${most + 1}
      ) o
    ) p`;
}

/** Asks the index of words, which has to list all orders that hold them, only where most of the newest do not hold them. */
async function countSearch(db: Database, query: OrderQuery): Promise<StatusCount[]> {
  const newest = await queryRows<StatusCount>(db, countNewest(query));
  return newest.some(({ total }) => total > 0) ? newest : queryRows(db, countFound(query));
}

/** Of the newest orders under a search's filter those that hold the words, where four of five do; else none. */
export function countNewest(query: OrderQuery, most = MAX_FOUND): SQL {
  const others = most / 4;
  const request = { ordem: 'mais_novos', rows: most + others } as const;
  const { page, isListed } = selectPage({ ...query, search: '' }, request);
  const newest = sql`
    SELECT ${orders.status}, ${orders.preco_venda}, ${orders.lucro}, ${holdsWords(query)} AS achado
    FROM ${page} JOIN ${orders} ON ${and(isListed, eq(orders.usuario_id, query.usuarioId))}`;
  // Ends with the first order that is one too many.
  const areTooMany = sql`EXISTS (SELECT FROM novos WHERE achado IS NOT TRUE OFFSET ${others})`;
  const found = sql`
    WITH novos AS MATERIALIZED (${newest})
    SELECT status, preco_venda, lucro FROM novos WHERE achado AND NOT ${areTooMany} LIMIT ${most}`;
  return countStatuses(query, most, found);
}

export const countFound = (query: OrderQuery, most = MAX_FOUND): SQL =>
  countStatuses(
    query,
    most,
    sql`SELECT ${orders.status}, preco_venda, lucro FROM ${orders} WHERE ${whereOrder(query)} LIMIT ${most}`,
  );

/** Of more orders than are counted, those of each status are the least there are. */
function countStatuses(query: OrderQuery, most: number, found: SQL): SQL {
  return sql`
    WITH achados AS MATERIALIZED (${found})
    SELECT s.status, count(a.status)::int AS total, ${sumsOf('a')}, (SELECT count(*) FROM achados) = ${most}::int AS mais
    FROM ${statusRows(query)} LEFT JOIN achados a USING (status)
    GROUP BY s.status`;
}

const sumsOf = (rows: 'a' | 'o'): SQL =>
  sql.raw(
    `coalesce(sum(${rows}.preco_venda), 0)::float8 AS valor, coalesce(sum(${rows}.lucro), 0)::float8 AS lucro`,
  );

/** Whether the query finds no more orders than `most`; counts no further than it must. */
export async function areAtMost(db: Database, query: OrderQuery, most: number): Promise<boolean> {
  const found = db
    .select({ id: orders.id })
    .from(orders)
    .where(whereOrder(query))
    .limit(most + 1);
  return (await db.$count(found.as('contados'))) <= most;
}

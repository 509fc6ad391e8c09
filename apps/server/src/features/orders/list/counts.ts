import { type Database, preparedOnce, queryPlanned, toLimit } from '@esteira/db/database';
import { orderSummaries } from '@esteira/db/schema/orders/order-summaries';
import {
  ORDER_FILTERS,
  ORDER_STATUSES,
  type OrderFilter,
  type OrderStatus,
} from '@esteira/domain/orders/order-machine';
import type { OrderCounts, OrderFilterInput } from '@esteira/validators/orders/order-list';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Once } from '../../../core/sharing/once';
import { type Candidates, findCandidates } from './candidates';
import { holdsWords, type OrderQuery, toOrderQuery, unnestStatuses, whereOrder } from './order-query';
import { areAtMost } from './page-ids';

/** A status of a filter is counted up to here, but where its months are summed up already. */
const MAX_COUNTED = 5_000;

/**
 * For words that very many hold, so many orders are looked at: all of statuses that have few, and as many of the newest
 * of each other one. Of a seller with no more than twice as many, all are.
 */
const MAX_SCANNED = 1_000;

/** So few orders of a supplier are all looked at. */
const FEW_OF_SUPPLIER = 500;

type StatusCounts = Pick<OrderCounts, 'por_status' | 'parciais'>;

interface CountRequest {
  db: Database;
  once?: Once;
}

/** How many orders each filter and each status covers, under what else narrows the list. */
export async function countOrders(
  request: CountRequest,
  usuarioId: string,
  input: OrderFilterInput,
): Promise<OrderCounts> {
  const counts = toCounts(await countByStatus(request, usuarioId, input));
  const covered = (filter: OrderFilter) => {
    const statuses: readonly OrderStatus[] = ORDER_FILTERS[filter].statuses;
    return statuses.reduce((sum, status) => sum + counts.por_status[status], 0);
  };
  return {
    todos: covered('todos'),
    pendentes: covered('pendentes'),
    aprovados: covered('aprovados'),
    com_fornecedor: covered('com_fornecedor'),
    ...counts,
  };
}

/** The orders of a query, counted status by status, in one way or the other. */
async function countByStatus(
  { db, once }: CountRequest,
  usuarioId: string,
  input: OrderFilterInput,
): Promise<StatusCount[]> {
  const { marketplace, de, ate, ...narrowed } = input;
  const query = { ...toOrderQuery(usuarioId, input), once };
  if (query.words.length > 0) {
    const { candidates } = await findCandidates(db, query);
    if (candidates !== null) return countCandidates(candidates);
    const isFew = query.ofSupplier && (await areAtMost(db, { ...query, words: [] }, FEW_OF_SUPPLIER));
    return queryPlanned(db, isFew ? countInIndex(query) : countNewest(query));
  }
  const summed = Object.values(narrowed).every((value) => value === undefined || value === false);
  if (!summed) return queryPlanned(db, countInIndex(query));
  const isAll = [marketplace, de, ate].every((value) => value === undefined);
  if (isAll) return preparedOnce(db, 'orders_counts', countAll).execute({ usuarioId });
  return queryPlanned(db, countPeriod(usuarioId, input));
}

const countAll = (db: Database, name: string) =>
  db
    .select({
      status: orderSummaries.status,
      total: sql<number>`sum(${orderSummaries.pedidos})::int`,
      mais: sql<boolean>`false`,
    })
    .from(orderSummaries)
    .where(eq(orderSummaries.usuario_id, sql.placeholder('usuarioId')))
    .groupBy(orderSummaries.status)
    .prepare(name);

/** Marketplaces are summed up by month already, and periods by day. */
export function countPeriod(usuarioId: string, { marketplace, de, ate }: OrderFilterInput): SQL {
  const conditions = [sql`usuario_id = ${usuarioId}::uuid`];
  if (marketplace !== undefined) conditions.push(sql`marketplace = ${marketplace}::text`);
  if (de !== undefined) conditions.push(sql`dia >= ${de}::date`);
  if (ate !== undefined) conditions.push(sql`dia <= ${ate}::date`);
  const summary = de === undefined && ate === undefined ? sql`resumo_pedidos` : sql`resumo_diario`;
  return sql`SELECT status, sum(pedidos)::int AS total, false AS mais FROM ${summary}
    WHERE ${sql.join(conditions, sql` AND `)} GROUP BY status`;
}

/** Each status has its own part of the index, in which a period is one stretch. */
export function countInIndex(query: OrderQuery, most = MAX_COUNTED): SQL {
  const limit = toLimit(most);
  return sql`
    SELECT s.status, least(p.total, ${limit}) AS total, coalesce(p.total > ${limit}, false) AS mais
    FROM ${unnestStatuses(query)} CROSS JOIN LATERAL (
      SELECT count(*)::int AS total FROM (
        SELECT FROM pedidos o WHERE o.status = s.status AND ${whereOrder(query)} LIMIT ${limit} + 1
      ) o
    ) p`;
}

/**
 * Of a status with more orders than are looked at, what is counted is the least there is. A supplier's are counted among
 * the newest of all suppliers: the index of their own does not hold the text.
 */
export function countNewest(query: OrderQuery, most = MAX_SCANNED): SQL {
  const { usuarioId, conditions, words, ofSupplier } = query;
  const narrowing = ofSupplier
    ? [...conditions, ...holdsWords(sql`o.busca`, words)]
    : holdsWords(sql`o.busca`, words);
  const newest = whereOrder(ofSupplier ? { ...query, conditions: [], words: [] } : { ...query, words: [] });
  return sql`
    WITH limite AS MATERIALIZED (${selectShare(usuarioId, most)})
    SELECT s.status, p.total, p.mais
    FROM ${unnestStatuses(query)} CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE ${sql.join(narrowing, sql` AND `)})::int AS total,
        count(*) > (SELECT total FROM limite) AS mais
      FROM (
        SELECT o.* FROM pedidos o WHERE o.status = s.status AND ${newest}
        ORDER BY o.id DESC LIMIT (SELECT total + 1 FROM limite)
      ) o
    ) p`;
}

/** How many orders of each status are looked at, so that all together are no more than `most`, or twice that if it is all. */
function selectShare(usuarioId: SQL, most: number): SQL {
  return sql`
    SELECT coalesce(max((limite - menores) / (quantos - lugar + 1)), ${toLimit(most)})::int AS total
    FROM (
      SELECT coalesce(sum(pedidos) OVER menores, 0) AS menores,
        row_number() OVER (ORDER BY pedidos, status) AS lugar, count(*) OVER () AS quantos,
        CASE WHEN sum(pedidos) OVER () <= ${toLimit(2 * most)} THEN ${toLimit(2 * most)} ELSE ${toLimit(most)} END AS limite
      FROM (
        SELECT status, sum(pedidos) AS pedidos FROM resumo_pedidos WHERE usuario_id = ${usuarioId} GROUP BY status
      ) tamanhos
      WINDOW menores AS (ORDER BY pedidos, status ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
    ) partes`;
}

function countCandidates(candidates: Candidates): StatusCount[] {
  return [...candidates].map(([status, ids]) => ({ status, total: ids.length, mais: false }));
}

interface StatusCount extends Record<string, unknown> {
  status: OrderStatus;
  total: number;
  /** There may be more than were counted. */
  mais: boolean;
}

function toCounts(rows: readonly StatusCount[]): StatusCounts {
  const totals = new Map(rows.map(({ status, total }) => [status, total]));
  const counted = ORDER_STATUSES.map((status) => [status, totals.get(status) ?? 0] as const);
  return {
    por_status: Object.fromEntries(counted) as Record<OrderStatus, number>,
    parciais: rows.filter(({ mais }) => mais).map(({ status }) => status),
  };
}

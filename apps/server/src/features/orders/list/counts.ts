import { type Database, queryRows } from '@esteira/db/database';
import {
  ORDER_FILTERS,
  ORDER_STATUSES,
  type OrderFilter,
  type OrderStatus,
} from '@esteira/domain/order-machine';
import type { OrderCounts, OrderFilterInput } from '@esteira/validators/order-list';
import { type SQL, sql } from 'drizzle-orm';
import { findCandidates, unnestCandidates } from './candidates';
import {
  holdsWords,
  type OrderQuery,
  toArray,
  toOrderQuery,
  unnestStatuses,
  whereOrder,
} from './order-query';
import { splitPeriod } from './split-period';

/** So many of the newest orders of a status are looked at for words that very many hold. */
const MAX_SCANNED = 5_000;

type StatusCounts = Pick<OrderCounts, 'por_status' | 'parciais'>;

/** How many orders each filter and each status covers, under what else narrows the list. */
export async function countOrders(
  db: Database,
  usuarioId: string,
  input: OrderFilterInput,
): Promise<OrderCounts> {
  const counts = toCounts(await countByStatus(db, usuarioId, input));
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
  db: Database,
  usuarioId: string,
  input: OrderFilterInput,
): Promise<StatusCount[]> {
  const { marketplace, de, ate, ...narrowed } = input;
  const query = toOrderQuery(usuarioId, input);
  if (query.words.length > 0) {
    const candidates = await findCandidates(db, query);
    return queryRows(db, candidates === null ? countNewest(query) : countCandidates(query, candidates));
  }
  const summed = Object.values(narrowed).every((value) => value === undefined || value === false);
  return queryRows(db, summed ? countPeriod(usuarioId, input) : countInIndex(query));
}

/** Whole months are summed up already; of the days before and after them the orders are counted. */
export function countPeriod(usuarioId: string, { marketplace, de, ate }: OrderFilterInput): SQL {
  const { months, edges } = splitPeriod({ de, ate });
  const counted = edges.map((edge) => countInIndex(toOrderQuery(usuarioId, { marketplace, ...edge })));
  const conditions = [sql`usuario_id = ${usuarioId}::uuid`];
  if (marketplace !== undefined) conditions.push(sql`marketplace = ${marketplace}::text`);
  if (months.from !== undefined) conditions.push(sql`mes >= ${months.from}::text`);
  if (months.to !== undefined) conditions.push(sql`mes <= ${months.to}::text`);
  const summed = sql`SELECT status, pedidos AS total, false AS mais FROM resumo_pedidos
    WHERE ${sql.join(conditions, sql` AND `)}`;
  return sql`SELECT status, sum(total)::int AS total, false AS mais
    FROM (${sql.join([summed, ...counted], sql` UNION ALL `)}) partes GROUP BY status`;
}

/** Each status has its own part of the index, in which a period is one stretch. */
export function countInIndex(query: OrderQuery): SQL {
  return sql`
    SELECT s.status, p.total, false AS mais
    FROM ${unnestStatuses(query)} CROSS JOIN LATERAL (
      SELECT count(*)::int AS total FROM pedidos o WHERE o.status = s.status AND ${whereOrder(query)}
    ) p`;
}

/** Of a status with more orders than are looked at, what is counted is the least there is. */
export function countNewest(query: OrderQuery, most = MAX_SCANNED): SQL {
  return sql`
    SELECT s.status, p.total, p.mais
    FROM ${unnestStatuses(query)} CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE ${sql.join(holdsWords(sql`o.busca`, query.words), sql` AND `)})::int AS total,
        count(*) > ${most} AS mais
      FROM (${selectNewest(query, most + 1)}) o
    ) p`;
}

/**
 * The text of so many of the newest orders of a status. The index of a supplier's orders does not hold it, and what
 * reads both at once reads all of that supplier's orders before it counts them.
 */
function selectNewest(query: OrderQuery, rows: number): SQL {
  const newest = (column: SQL) => sql`
    SELECT ${column} FROM pedidos o WHERE o.status = s.status AND ${whereOrder({ ...query, words: [] })}
    ORDER BY o.id DESC LIMIT ${rows}`;
  if (!query.ofSupplier) return newest(sql`o.busca`);
  return sql`
    SELECT t.busca FROM (${newest(sql`o.id`)}) n CROSS JOIN LATERAL (
      SELECT busca FROM pedidos WHERE usuario_id = ${query.usuarioId} AND id = n.id OFFSET 0
    ) t`;
}

export function countCandidates(query: OrderQuery, candidates: readonly string[]): SQL {
  return sql`
    SELECT p.status, count(*)::int AS total, false AS mais
    FROM ${unnestCandidates(candidates)} CROSS JOIN LATERAL (
      SELECT o.status FROM pedidos o WHERE o.id = achados.pedido_id AND ${whereOrder({ ...query, words: [] })}
      OFFSET 0
    ) p
    WHERE p.status = ANY(${toArray(query.statuses)})
    GROUP BY p.status`;
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

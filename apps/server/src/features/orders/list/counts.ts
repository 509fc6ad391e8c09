import { type Database, queryRows } from '@esteira/db/database';
import {
  ORDER_FILTERS,
  ORDER_STATUSES,
  type OrderFilter,
  type OrderStatus,
} from '@esteira/domain/order-machine';
import type { OrderCounts, OrderFilterInput } from '@esteira/validators/order-list';
import { type SQL, sql } from 'drizzle-orm';
import { areRare, selectCandidates } from './candidates';
import { type OrderQuery, toArray, toOrderQuery, unnestStatuses, whereOrder } from './order-query';

/** How far the orders of one status are counted that hold words which very many hold. */
export const MAX_COUNTED = 1000;

type StatusCounts = Pick<OrderCounts, 'por_status' | 'parciais'>;

/** How many orders each filter and each status covers, under what else narrows the list. */
export async function countOrders(
  db: Database,
  usuarioId: string,
  input: OrderFilterInput,
): Promise<OrderCounts> {
  const { marketplace, ...narrowed } = input;
  const summed = Object.values(narrowed).every((value) => value === undefined || value === false);
  const counts = summed
    ? await sumSummaries(db, usuarioId, marketplace ?? null)
    : await countByStatus(db, toOrderQuery(usuarioId, input));
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

async function sumSummaries(
  db: Database,
  usuarioId: string,
  marketplace: string | null,
): Promise<StatusCounts> {
  return toCounts(
    await queryRows<StatusCount>(
      db,
      sql`SELECT status, sum(pedidos)::int AS total FROM resumo_pedidos
          WHERE usuario_id = ${usuarioId}::uuid AND (${marketplace}::text IS NULL OR marketplace = ${marketplace}::text)
          GROUP BY status`,
    ),
  );
}

/** The orders of a query, counted status by status. */
async function countByStatus(db: Database, query: OrderQuery): Promise<StatusCounts> {
  if (query.words.length === 0) return toCounts(await queryRows(db, countInIndex(query, null)));
  if (await areRare(db, query)) return toCounts(await queryRows(db, countCandidates(query)));
  return toCounts(await queryRows(db, countInIndex(query, MAX_COUNTED + 1)), MAX_COUNTED);
}

/** Each status has its own part of the index, in which a period is one stretch. */
export function countInIndex(query: OrderQuery, limit: number | null): SQL {
  return sql`
    SELECT s.status, p.total
    FROM ${unnestStatuses(query)} CROSS JOIN LATERAL (
      SELECT count(*)::int AS total FROM (
        SELECT FROM pedidos o WHERE o.status = s.status AND ${whereOrder(query)}
        LIMIT ${limit}::int
      ) contados
    ) p`;
}

export function countCandidates(query: OrderQuery): SQL {
  return sql`
    WITH achados AS MATERIALIZED (${selectCandidates(query)})
    SELECT p.status, count(*)::int AS total
    FROM achados CROSS JOIN LATERAL (
      SELECT o.status FROM pedidos o WHERE o.id = achados.pedido_id AND ${whereOrder({ ...query, words: [] })}
      OFFSET 0
    ) p
    WHERE p.status = ANY(${toArray(query.statuses)})
    GROUP BY p.status`;
}

interface StatusCount extends Record<string, unknown> {
  status: OrderStatus;
  total: number;
}

function toCounts(rows: readonly StatusCount[], limit = Number.POSITIVE_INFINITY): StatusCounts {
  const totals = new Map(rows.map(({ status, total }) => [status, total]));
  const counted = ORDER_STATUSES.map((status) => [status, Math.min(totals.get(status) ?? 0, limit)] as const);
  return {
    por_status: Object.fromEntries(counted) as Record<OrderStatus, number>,
    parciais: ORDER_STATUSES.filter((status) => (totals.get(status) ?? 0) > limit),
  };
}

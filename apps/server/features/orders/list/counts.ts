import { type Database, queryRows } from '@esteira/db/database';
import {
  ORDER_FILTERS,
  ORDER_STATUSES,
  type OrderFilter,
  type OrderStatus,
} from '@esteira/domain/orders/order-machine';
import type { OrderCounts, OrderFilterInput } from '@esteira/validators/orders/order-list';
import { type SQL, sql } from 'drizzle-orm';
import { type OrderQuery, toArray, toOrderQuery, whereOfStatus, whereOrder } from './order-query';

/** Up to here the orders of a search are counted, which lie anywhere in the table. */
const MAX_FOUND = 1_000;

/** Up to here the orders of a status are counted, which lie side by side in an index. */
const MAX_COUNTED = 5_000;

interface StatusCount extends Record<string, unknown> {
  status: OrderStatus;
  total: number;
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
  const totals = new Map(rows.map(({ status, total }) => [status, total]));
  const counted = ORDER_STATUSES.map((status) => [status, totals.get(status) ?? 0] as const);
  const por_status = Object.fromEntries(counted) as Record<OrderStatus, number>;
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
    parciais: rows.filter(({ mais }) => mais).map(({ status }) => status),
  };
}

function countByStatus(db: Database, usuarioId: string, input: OrderFilterInput): Promise<StatusCount[]> {
  const { marketplace: _marketplace, de: _de, ate: _ate, ...narrowed } = input;
  const isSummed = Object.values(narrowed).every((value) => value === undefined || value === false);
  if (isSummed) return queryRows(db, countSummed(usuarioId, input));
  const query = toOrderQuery(usuarioId, input);
  return queryRows(db, query.search === '' ? countEachStatus(query) : countFound(query));
}

/** Marketplaces and days are summed up already. */
function countSummed(usuarioId: string, { marketplace, de, ate }: OrderFilterInput): SQL {
  const conditions = [sql`usuario_id = ${usuarioId}::uuid`];
  if (marketplace !== undefined) conditions.push(sql`marketplace = ${marketplace}`);
  if (de !== undefined) conditions.push(sql`dia >= ${de}::date`);
  if (ate !== undefined) conditions.push(sql`dia <= ${ate}::date`);
  return sql`SELECT status, sum(pedidos)::int AS total, false AS mais FROM resumo_diario
    WHERE ${sql.join(conditions, sql` AND `)} GROUP BY status`;
}

/** Each status has its own part of the index, in which a period is one stretch. */
export function countEachStatus(query: OrderQuery, most = MAX_COUNTED): SQL {
  return sql`
    SELECT s.status, least(p.total, ${most}::int) AS total, p.total > ${most}::int AS mais
    FROM unnest(${toArray(query.statuses)}) AS s(status) CROSS JOIN LATERAL (
      SELECT count(*)::int AS total FROM (
        SELECT FROM pedidos o WHERE ${whereOfStatus(query)} LIMIT ${most + 1}
      ) o
    ) p`;
}

/** Of more orders than are counted, those of each status are the least there are. */
export function countFound(query: OrderQuery, most = MAX_FOUND): SQL {
  return sql`
    WITH achados AS MATERIALIZED (SELECT o.status FROM pedidos o WHERE ${whereOrder(query)} LIMIT ${most})
    SELECT s.status, count(a.status)::int AS total, (SELECT count(*) FROM achados) = ${most}::int AS mais
    FROM unnest(${toArray(query.statuses)}) AS s(status) LEFT JOIN achados a USING (status)
    GROUP BY s.status`;
}

/** Whether the query finds no more orders than `most`; counts no further than it must. */
export async function areAtMost(db: Database, query: OrderQuery, most: number): Promise<boolean> {
  const [row] = await queryRows<{ few: boolean }>(
    db,
    sql`SELECT count(*) <= ${most}::int AS few FROM (
      SELECT FROM pedidos o WHERE ${whereOrder(query)} LIMIT ${most + 1}
    ) contados`,
  );
  return row?.few ?? false;
}

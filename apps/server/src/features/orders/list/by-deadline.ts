import { type Database, toLimit } from '@esteira/db/database';
import { findDeadline } from '@esteira/domain/orders/dispatch-deadline';
import { isUnshipped } from '@esteira/domain/orders/order-machine';
import type { Order } from '@esteira/validators/orders/order';
import { type SQL, sql } from 'drizzle-orm';
import { isEntityId } from '../../../core/ids';
import { invalidCursor } from '../../../core/paging';
import { type Candidates, findCandidates, unnestCandidates, withStatus } from './candidates';
import { DEADLINE, IS_UNSHIPPED, type OrderQuery, unnestStatuses, whereOrder } from './order-query';

/*
 * A list by deadline has two parts: orders that have still to be shipped, the most urgent first, those without a
 * deadline last; and behind them all others, newest first. In the rows of a page `prazo` is null for the second part.
 */

/** Where a page starts: behind this order of the first part (milliseconds), or of the second (null). */
interface DeadlinePosition {
  ms: number | null;
  id: string;
}

export interface DeadlinePageRequest {
  /** Null: at the beginning. */
  after: DeadlinePosition | null;
  rows: number;
}

/** Stands for no deadline in a cursor, as the year 9999 does in the index. */
const NO_DEADLINE_MS = Date.parse('9999-12-31T00:00:00Z');

/** Reads a cursor; throws the 422 of a cursor that no page of this sorting ended with. */
export function parseDeadlineCursor(cursor: string | undefined): DeadlinePosition | null {
  if (cursor === undefined) return null;
  const [, ms = '', id = ''] = /^p(\d{1,15})?_([^_]+)$/.exec(cursor) ?? [];
  if (!isEntityId(id) || Number(ms) > NO_DEADLINE_MS) throw invalidCursor();
  return { ms: ms === '' ? null : Number(ms), id };
}

/** The cursor of a page that ends with this order. */
export function toDeadlineCursor(order: Pick<Order, 'id' | 'status' | 'despachar_ate'>): string {
  if (!isUnshipped(order.status)) return `p_${order.id}`;
  return `p${findDeadline(order)?.getTime() ?? NO_DEADLINE_MS}_${order.id}`;
}

/** What stands behind ORDER BY. */
export function orderByDeadline(row: 'p' | 'pagina'): SQL {
  return sql.raw(
    `${row}.prazo NULLS LAST, CASE WHEN ${row}.prazo IS NOT NULL THEN ${row}.id END, ${row}.id DESC`,
  );
}

/** A query of `id` and `prazo` (docs/decisions/0015 says why the way is not left to PostgreSQL). */
export async function selectByDeadline(
  db: Database,
  query: OrderQuery,
  request: DeadlinePageRequest,
): Promise<SQL> {
  const { candidates } = query.words.length > 0 ? await findCandidates(db, query) : { candidates: null };
  return candidates === null ? readBothParts(query, request) : sortCandidates(query, request, candidates);
}

/** Few orders hold the words: all of them are looked at and sorted. */
export function sortCandidates(
  query: OrderQuery,
  { after, rows }: DeadlinePageRequest,
  candidates: Candidates,
): SQL {
  return sql`
    SELECT p.id, p.prazo FROM ${unnestCandidates(withStatus(query, candidates))} CROSS JOIN LATERAL (
      SELECT o.id, CASE WHEN ${IS_UNSHIPPED} THEN ${DEADLINE} END AS prazo FROM pedidos o
      WHERE o.usuario_id = ${query.usuarioId} AND o.id = achados.pedido_id
      OFFSET 0
    ) p
    WHERE ${isAfter(after)}
    ORDER BY ${orderByDeadline('p')} LIMIT ${toLimit(rows)}`;
}

function isAfter(after: DeadlinePosition | null): SQL {
  if (after === null) return sql`true`;
  if (after.ms === null) return sql`p.prazo IS NULL AND p.id < ${after.id}::uuid`;
  return sql`(p.prazo IS NULL OR (p.prazo, p.id) > (${toInstant(after.ms)}, ${after.id}::uuid))`;
}

/** Each status has its own stretch of the index, in the order of the list; the second part fills the page up. */
export function readBothParts(query: OrderQuery, request: DeadlinePageRequest): SQL {
  return sql`
    WITH a_despachar AS MATERIALIZED (${readUnshipped(query, request)}),
      despachados AS (${readOthers(query, request)})
    SELECT p.id, p.prazo FROM (
      SELECT * FROM a_despachar UNION ALL SELECT * FROM despachados
    ) p
    ORDER BY ${orderByDeadline('p')} LIMIT ${toLimit(request.rows)}`;
}

function readUnshipped(query: OrderQuery, { after, rows }: DeadlinePageRequest): SQL {
  const statuses = after?.ms === null ? [] : query.statuses.filter(isUnshipped);
  const isBehind =
    after === null || after.ms === null
      ? sql`true`
      : sql`(${DEADLINE}, o.id) > (${toInstant(after.ms)}, ${after.id}::uuid)`;
  return sql`
    SELECT p.* FROM ${unnestStatuses({ ...query, statuses })} CROSS JOIN LATERAL (
      SELECT o.id, ${DEADLINE} AS prazo FROM pedidos o
      WHERE o.status = s.status AND ${IS_UNSHIPPED} AND ${isBehind} AND ${whereOrder(query)}
      ORDER BY ${DEADLINE}, o.id LIMIT ${toLimit(rows)}
    ) p
    ORDER BY p.prazo, p.id LIMIT ${toLimit(rows)}`;
}

function readOthers(query: OrderQuery, { after, rows }: DeadlinePageRequest): SQL {
  const statuses = query.statuses.filter((status) => !isUnshipped(status));
  const isBehind = after?.ms === null ? sql`o.id < ${after.id}::uuid` : sql`true`;
  return sql`
    SELECT p.id, NULL::timestamptz AS prazo FROM ${unnestStatuses({ ...query, statuses })} CROSS JOIN LATERAL (
      SELECT o.id FROM pedidos o
      WHERE o.status = s.status AND ${isBehind} AND ${whereOrder(query)}
      ORDER BY o.id DESC LIMIT ${toLimit(rows)} - (SELECT count(*) FROM a_despachar)
    ) p
    ORDER BY p.id DESC LIMIT ${toLimit(rows)}`;
}

function toInstant(ms: number): SQL {
  return sql`${new Date(ms).toISOString()}::timestamptz`;
}

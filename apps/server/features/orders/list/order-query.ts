import { isInList } from '@esteira/db/schema/columns';
import { deadlineOf } from '@esteira/db/schema/orders/orders';
import {
  ORDER_FILTERS,
  ORDER_STATUSES,
  type OrderStatus,
  UNSHIPPED_STATUSES,
} from '@esteira/domain/orders/order-machine';
import type { OrderFilterInput, OrderListInput } from '@esteira/validators/orders/order-list';
import { type SQL, sql } from 'drizzle-orm';
import { isEntityId, sinceDay, untilDay } from '../../../core/ids';

/** What a list of orders asks for, page and sorting aside. Its conditions are on `pedidos o`. */
export interface OrderQuery {
  usuarioId: string;
  statuses: readonly OrderStatus[];
  /** Every word of it must be found; empty: no search. */
  search: string;
  conditions: readonly SQL[];
}

/** The query of a filter, over all statuses unless the input narrows them. */
export function toOrderQuery(
  usuarioId: string,
  input: OrderFilterInput & Partial<Pick<OrderListInput, 'filtro' | 'status'>>,
): OrderQuery {
  const { filtro = 'todos', status, busca = '' } = input;
  const covered: readonly OrderStatus[] = ORDER_FILTERS[filtro].statuses;
  return {
    usuarioId,
    statuses: covered.filter((known) => status === undefined || known === status),
    search: busca.trim(),
    conditions: toConditions(input),
  };
}

/** Whether the query leaves no order of the seller out. */
export function isWhole({ statuses, search, conditions }: OrderQuery): boolean {
  return statuses.length === ORDER_STATUSES.length && search === '' && conditions.length === 0;
}

/** Written out as the partial indices have it. */
export const IS_UNSHIPPED = isInList('o.status', UNSHIPPED_STATUSES);
export const DEADLINE = deadlineOf(sql`o.despachar_ate`);

const ID = sql`o.id`;

function toConditions(input: OrderFilterInput): SQL[] {
  const { marketplace, fornecedor_id, de, ate } = input;
  const conditions: SQL[] = [];
  if (marketplace !== undefined) conditions.push(sql`o.marketplace = ${marketplace}`);
  if (fornecedor_id !== undefined) {
    conditions.push(isEntityId(fornecedor_id) ? sql`o.fornecedor_id = ${fornecedor_id}::uuid` : sql`false`);
  }
  if (de !== undefined) conditions.push(sql`o.criado_em >= ${startOf(de, 0)}`, sinceDay(ID, de));
  if (ate !== undefined) conditions.push(sql`o.criado_em < ${startOf(ate, 1)}`, untilDay(ID, ate));
  if (input.atencao === true) conditions.push(sql`o.requer_atencao`);
  if (input.atrasados === true) conditions.push(IS_UNSHIPPED, sql`${DEADLINE} <= now()`);
  if (input.etiqueta_nao_impressa === true) {
    conditions.push(IS_UNSHIPPED, sql`o.tem_etiqueta`, sql`o.etiqueta_impressa_em IS NULL`);
  }
  return conditions;
}

/** The first moment of a day of São Paulo, or of one so many days later. */
function startOf(day: string, daysLater: number): SQL {
  return sql`((${day}::date + ${daysLater}::int)::timestamp AT TIME ZONE 'America/Sao_Paulo')`;
}

/**
 * Everything that an order `o` must meet. The words of a search carry the seller, so the index of words finds theirs alone;
 * `IS TRUE` keeps PostgreSQL from walking through all of the seller's orders instead.
 */
export function whereOrder(query: OrderQuery): SQL {
  const isOwn = sql`o.usuario_id = ${query.usuarioId}`;
  return sql`${query.search === '' ? isOwn : sql`(${isOwn}) IS TRUE`}
    AND o.status = ANY(${toArray(query.statuses)}) AND ${whereInStatus(query)}`;
}

/** The same, seller and status aside. */
function whereInStatus(query: OrderQuery): SQL {
  const { search, conditions } = query;
  return sql.join([search === '' ? sql`true` : holdsWords(query), ...conditions], sql` AND `);
}

/** True of an order `o` that holds every word of the search. */
export function holdsWords({ usuarioId, search }: OrderQuery): SQL {
  return sql`o.palavras @@ (SELECT esteira_consulta(${usuarioId}, ${search}))`;
}

/** True of an order `o` of the seller with the status of the row `s`. */
export function whereOfStatus(query: OrderQuery): SQL {
  return sql`o.usuario_id = ${query.usuarioId} AND o.status = s.status AND ${whereInStatus(query)}`;
}

/** Statuses as one parameter. */
export function toArray(statuses: readonly OrderStatus[]): SQL {
  return sql`${`{${statuses.join(',')}}`}::text[]`;
}

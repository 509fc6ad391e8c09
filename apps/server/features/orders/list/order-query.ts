import { NOW } from '@esteira/db/expressions';
import { orderLines } from '@esteira/db/schema/orders/order-lines';
import { deadlineOf, orders } from '@esteira/db/schema/orders/orders';
import { isOfAccount } from '@esteira/db/schema/platform/marketplace-accounts';
import {
  ORDER_FILTERS,
  ORDER_STATUSES,
  type OrderStatus,
  UNSHIPPED_STATUSES,
} from '@esteira/domain/orders/order-machine';
import type { OrderFilterInput, OrderListInput } from '@esteira/validators/orders/order-list';
import { and, eq, gt, inArray, isNull, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { isEntity, isMadeWithin } from '../../../core/ids';

/** What a list of orders asks for, page and sorting aside. */
export interface OrderQuery {
  usuarioId: string;
  statuses: readonly OrderStatus[];
  /** Every word of it must be found; empty: no search. */
  search: string;
  conditions: readonly SQLWrapper[];
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
    conditions: toConditions(usuarioId, input),
  };
}

/** Whether the query leaves no order of the seller out. */
export function isWhole(query: OrderQuery): boolean {
  return isEveryStatus(query) && query.search === '' && query.conditions.length === 0;
}

const isEveryStatus = ({ statuses }: OrderQuery) => statuses.length === ORDER_STATUSES.length;

export const IS_UNSHIPPED = inArray(orders.status, UNSHIPPED_STATUSES);
export const DEADLINE = deadlineOf(orders.despachar_ate.getSQL());

function toConditions(usuarioId: string, input: OrderFilterInput): SQLWrapper[] {
  const { marketplace, conta_id, fornecedor_id, de, ate } = input;
  const { criado_em, tem_etiqueta, etiqueta_impressa_em } = orders;
  const conditions: SQLWrapper[] = [];
  if (marketplace !== undefined) conditions.push(eq(orders.marketplace, marketplace));
  const isOfIt = isOfAccount(orders, conta_id);
  if (isOfIt !== undefined) conditions.push(isOfIt);
  if (fornecedor_id !== undefined) conditions.push(isOfSupplier(usuarioId, fornecedor_id));
  conditions.push(...isMadeWithin({ id: orders.id, at: criado_em }, { de, ate }));
  if (input.atencao === true) conditions.push(orders.requer_atencao);
  if (input.atrasados === true) conditions.push(IS_UNSHIPPED, lte(DEADLINE, NOW));
  if (input.etiqueta_nao_impressa === true) {
    conditions.push(IS_UNSHIPPED, tem_etiqueta, isNull(etiqueta_impressa_em));
  }
  return conditions;
}

/** True of an order that has a line of the supplier. That of its first known line is its own; the others have an index. */
export function isOfSupplier(usuarioId: string, supplierId: string): SQL {
  const { usuario_id, pedido_id, fornecedor_id, numero } = orderLines;
  const further = new QueryBuilder()
    .select({ id: pedido_id })
    .from(orderLines)
    .where(and(eq(usuario_id, usuarioId), isEntity(fornecedor_id, supplierId), gt(numero, sql`1`)));
  return sql`(${or(isEntity(orders.fornecedor_id, supplierId), inArray(orders.id, further))})`;
}

/**
 * Everything that an order must meet. The words of a search carry the seller, so the index of words finds theirs alone;
 * `IS TRUE` keeps PostgreSQL from walking through all of the seller's orders instead.
 */
export function whereOrder(query: OrderQuery): SQL | undefined {
  const { search, conditions } = query;
  const isOwn = eq(orders.usuario_id, query.usuarioId);
  const isFound = search === '' ? isOwn : and(sql`(${isOwn}) IS TRUE`, holdsWords(query));
  const isCovered = isEveryStatus(query) ? undefined : inArray(orders.status, query.statuses);
  return and(isFound, isCovered, ...conditions);
}

/** True of an order that holds every word of the search. */
export function holdsWords({ usuarioId, search }: OrderQuery): SQL {
  return sql`${orders.palavras} @@ (SELECT esteira_consulta(${usuarioId}, ${search}))`;
}

/** True of an order of the seller with the status of the row `s`; of a query without words. */
export function whereOfStatus({ usuarioId, conditions }: OrderQuery): SQL | undefined {
  return and(eq(orders.usuario_id, usuarioId), sql`${orders.status} = s.status`, ...conditions);
}

/** The statuses of a query as rows `s`. */
export function statusRows({ statuses }: OrderQuery): SQL {
  return sql`unnest(${`{${statuses.join(',')}}`}::text[]) AS s(status)`;
}

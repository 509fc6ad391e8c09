import { orders } from '@esteira/db/schema/orders/orders';
import { toCents } from '@esteira/domain/money';
import { findDeadline } from '@esteira/domain/orders/dispatch-deadline';
import type { OrderSort } from '@esteira/domain/orders/order-list';
import { isUnshipped } from '@esteira/domain/orders/order-machine';
import type { Order } from '@esteira/validators/orders/order';
import { and, asc, desc, gt, isNull, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { isEntityId } from '../../../core/ids';
import { invalidCursor } from '../../../core/paging';
import { DEADLINE, IS_UNSHIPPED } from './order-query';

type SortedOrder = Pick<Order, 'id' | 'status' | 'preco_venda' | 'lucro' | 'despachar_ate'>;

/** A row of a list: the order's id and its key. */
export const LISTED = { id: sql<string>`p.id`, chave: sql`p.chave` };

const { id, chave } = LISTED;

/** What a list runs by. */
export interface Sorting {
  /** Of an order; its id, where a list runs by that alone. */
  key: SQLWrapper;
  /** Of rows of the list. */
  order: SQL[];
  /** True of the rows after the order that a cursor names; throws the 422 of a cursor of another sorting. */
  isAfter: (cursor: string) => SQL | undefined;
  /** The cursor of a page that ends with this order. */
  toCursor: (order: SortedOrder) => string;
}

export const SORTINGS: Record<OrderSort, Sorting> = {
  mais_novos: byId(desc, lt),
  mais_antigos: byId(asc, gt),
  maior_valor: byAmount('preco_venda'),
  maior_lucro: byAmount('lucro'),
  prazo: byDeadline(),
};

function byId(direction: typeof asc, isBehind: typeof lt): Sorting {
  return {
    key: orders.id,
    order: [direction(id)],
    isAfter: (cursor) => isBehind(id, toId(cursor)),
    toCursor: (order) => order.id,
  };
}

function byAmount(column: 'preco_venda' | 'lucro'): Sorting {
  return {
    key: orders[column],
    order: [desc(chave), desc(id)],
    isAfter(cursor) {
      const [, cents = '', last = ''] = /^(-?\d{1,15})_([^_]+)$/.exec(cursor) ?? [];
      return sql`${[chave, id]} < ${[cents, toId(last)]}`;
    },
    toCursor: (order) => `${toCents(order[column])}_${order.id}`,
  };
}

/** Stands for no deadline in a cursor, as the year 9999 does in the index. */
const NO_DEADLINE_MS = Date.parse('9999-12-31T00:00:00Z');

/**
 * Orders that have still to be shipped, the most urgent first, those without a deadline last; behind them all others,
 * which have no key, newest first.
 */
function byDeadline(): Sorting {
  return {
    key: sql`CASE WHEN ${IS_UNSHIPPED} THEN ${DEADLINE} END`,
    order: [asc(chave), sql`CASE WHEN ${chave} IS NOT NULL THEN ${id} END`, desc(id)],
    isAfter(cursor) {
      const [, ms = '', last = ''] = /^p(\d{1,15})?_([^_]+)$/.exec(cursor) ?? [];
      if (ms === '') return and(isNull(chave), lt(id, toId(last)));
      if (Number(ms) > NO_DEADLINE_MS) throw invalidCursor();
      const instant = new Date(Number(ms)).toISOString();
      return or(isNull(chave), sql`${[chave, id]} > ${[instant, toId(last)]}`);
    },
    toCursor(order) {
      if (!isUnshipped(order.status)) return `p_${order.id}`;
      return `p${findDeadline(order)?.getTime() ?? NO_DEADLINE_MS}_${order.id}`;
    },
  };
}

function toId(text: string): string {
  if (!isEntityId(text)) throw invalidCursor();
  return text;
}

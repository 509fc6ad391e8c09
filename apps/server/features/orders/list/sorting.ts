import { toCents } from '@esteira/domain/money';
import { findDeadline } from '@esteira/domain/orders/dispatch-deadline';
import type { OrderSort } from '@esteira/domain/orders/order-list';
import { isUnshipped } from '@esteira/domain/orders/order-machine';
import type { Order } from '@esteira/validators/orders/order';
import { type SQL, sql } from 'drizzle-orm';
import { isEntityId } from '../../../core/ids';
import { invalidCursor } from '../../../core/paging';
import { DEADLINE, IS_UNSHIPPED } from './order-query';

type SortedOrder = Pick<Order, 'id' | 'status' | 'preco_venda' | 'lucro' | 'despachar_ate'>;

/** What a list runs by. Rows of a list are named `p` and have the order's `id` and its key, `chave`. */
export interface Sorting {
  /** The key of an order `o`; NULL where a list runs by id alone. */
  key: SQL;
  /** What stands behind ORDER BY. */
  order: string;
  /** True of the rows after the order that a cursor names; throws the 422 of a cursor of another sorting. */
  isAfter: (cursor: string) => SQL;
  /** The cursor of a page that ends with this order. */
  toCursor: (order: SortedOrder) => string;
}

export const SORTINGS: Record<OrderSort, Sorting> = {
  mais_novos: byId('DESC'),
  mais_antigos: byId('ASC'),
  maior_valor: byAmount('preco_venda'),
  maior_lucro: byAmount('lucro'),
  prazo: byDeadline(),
};

function byId(direction: 'DESC' | 'ASC'): Sorting {
  return {
    key: sql`NULL::bigint`,
    order: `p.id ${direction}`,
    isAfter: (cursor) => sql`p.id ${sql.raw(direction === 'DESC' ? '<' : '>')} ${toId(cursor)}`,
    toCursor: ({ id }) => id,
  };
}

function byAmount(column: 'preco_venda' | 'lucro'): Sorting {
  return {
    key: sql.raw(`o.${column}`),
    order: 'p.chave DESC, p.id DESC',
    isAfter(cursor) {
      const [, cents = '', id = ''] = /^(-?\d{1,15})_([^_]+)$/.exec(cursor) ?? [];
      return sql`(p.chave, p.id) < (${toInteger(cents)}, ${toId(id)})`;
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
    order: 'p.chave NULLS LAST, CASE WHEN p.chave IS NOT NULL THEN p.id END, p.id DESC',
    isAfter(cursor) {
      const [, ms = '', id = ''] = /^p(\d{1,15})?_([^_]+)$/.exec(cursor) ?? [];
      if (ms === '') return sql`p.chave IS NULL AND p.id < ${toId(id)}`;
      if (Number(ms) > NO_DEADLINE_MS) throw invalidCursor();
      const instant = new Date(Number(ms)).toISOString();
      return sql`(p.chave IS NULL OR (p.chave, p.id) > (${instant}::timestamptz, ${toId(id)}))`;
    },
    toCursor(order) {
      if (!isUnshipped(order.status)) return `p_${order.id}`;
      return `p${findDeadline(order)?.getTime() ?? NO_DEADLINE_MS}_${order.id}`;
    },
  };
}

function toId(id: string): SQL {
  if (!isEntityId(id)) throw invalidCursor();
  return sql`${id}::uuid`;
}

function toInteger(cents: string): SQL {
  if (cents === '') throw invalidCursor();
  return sql`${cents}::bigint`;
}

import { opaqueParam } from '@esteira/db/database';
import { toCents } from '@esteira/domain/money';
import type { OrderSort } from '@esteira/domain/orders/order-list';
import type { Order } from '@esteira/validators/orders/order';
import { type SQL, sql } from 'drizzle-orm';
import { isEntityId } from '../../../core/ids';
import { invalidCursor } from '../../../core/paging';

/** What a list runs by: the ids, which begin with their moment, or an amount and among equal ones the ids. */
export interface Sorting {
  amount: 'preco_venda' | 'lucro' | null;
  direction: 'DESC' | 'ASC';
}

export const SORTINGS = {
  mais_novos: { amount: null, direction: 'DESC' },
  mais_antigos: { amount: null, direction: 'ASC' },
  maior_valor: { amount: 'preco_venda', direction: 'DESC' },
  maior_lucro: { amount: 'lucro', direction: 'DESC' },
} as const satisfies Record<Exclude<OrderSort, 'prazo'>, Sorting>;

/** Where a page starts: after this id, and after this amount (in cents) where the list runs by one. */
export interface Position {
  id: string;
  cents: string | null;
}

const BEFORE_ALL = {
  DESC: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ASC: '00000000-0000-0000-0000-000000000000',
};
const ABOVE_ALL_CENTS = String(Number.MAX_SAFE_INTEGER);

/** Reads a cursor; throws the 422 of a cursor that no page of this sorting ended with. */
export function parseCursor(cursor: string | undefined, { amount, direction }: Sorting): Position {
  if (cursor === undefined)
    return { id: BEFORE_ALL[direction], cents: amount === null ? null : ABOVE_ALL_CENTS };
  const [, cents = null, id = ''] = /^(?:(-?\d{1,15})_)?([^_]*)$/.exec(cursor) ?? [];
  if (!isEntityId(id) || (cents === null) !== (amount === null)) throw invalidCursor();
  return { id: id.toLowerCase(), cents };
}

/** The cursor of a page that ends with this order. */
export function toCursor(order: Pick<Order, 'id' | 'preco_venda' | 'lucro'>, { amount }: Sorting): string {
  return amount === null ? order.id : `${toCents(order[amount])}_${order.id}`;
}

/** The columns of `row` that the list runs by. */
export function keyOf(row: 'o' | 'p' | 'pagina', { amount }: Sorting): SQL {
  return amount === null ? sql.raw(`${row}.id`) : sql.raw(`${row}.${amount}, ${row}.id`);
}

/** True of an order `o` that stands after the position. */
export function isAfter({ id, cents }: Position, sorting: Sorting): SQL {
  if (cents !== null)
    return sql`(${keyOf('o', sorting)}) < (${opaqueParam(sql`${cents}::bigint`)}, ${opaqueParam(sql`${id}::uuid`)})`;
  return sql`o.id ${sql.raw(sorting.direction === 'DESC' ? '<' : '>')} ${opaqueParam(sql`${id}::uuid`)}`;
}

/** What stands behind ORDER BY. */
export function orderBy(row: 'o' | 'p' | 'pagina', { amount, direction }: Sorting): SQL {
  const columns = amount === null ? ['id'] : [amount, 'id'];
  return sql.raw(columns.map((column) => `${row}.${column} ${direction}`).join(', '));
}

import type { Database } from '@esteira/db/database';
import type { OrderSort } from '@esteira/domain/orders/order-list';
import type { Order } from '@esteira/validators/orders/order';
import type { SQL } from 'drizzle-orm';
import { orderByDeadline, parseDeadlineCursor, selectByDeadline, toDeadlineCursor } from './by-deadline';
import type { OrderQuery } from './order-query';
import { type SelectedPage, selectPage } from './page-ids';
import { orderBy, parseCursor, SORTINGS, toCursor } from './sorting';

export interface ListPart {
  ordem: OrderSort;
  /** Absent: from the beginning. */
  cursor?: string | undefined;
  rows: number;
}

/** A query of ids, to be joined as `pagina`, and its order; the ids themselves where they are known. */
interface SelectedList extends SelectedPage {
  order: SQL;
}

/** So many orders of a list from a place in it. */
export async function selectList(
  db: Database,
  query: OrderQuery,
  { ordem, cursor, rows }: ListPart,
): Promise<SelectedList> {
  if (ordem === 'prazo') {
    const ids = await selectByDeadline(db, query, { after: parseDeadlineCursor(cursor), rows });
    return { ids, known: null, order: orderByDeadline('pagina') };
  }
  const sorting = SORTINGS[ordem];
  const page = await selectPage(db, query, { sorting, after: parseCursor(cursor, sorting), rows });
  return { ...page, order: orderBy('pagina', sorting) };
}

type CursorOrder = Pick<Order, 'id' | 'status' | 'preco_venda' | 'lucro' | 'despachar_ate'>;

/** The cursor of a page that ends with this order. */
export function toListCursor(order: CursorOrder, ordem: OrderSort): string {
  return ordem === 'prazo' ? toDeadlineCursor(order) : toCursor(order, SORTINGS[ordem]);
}

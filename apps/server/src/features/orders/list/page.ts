import { type Database, preparedOnce } from '@esteira/db/database';
import { orderShipping } from '@esteira/db/schema/order-shipping';
import { orders } from '@esteira/db/schema/orders';
import type { Order } from '@esteira/validators/order';
import type { OrderListInput } from '@esteira/validators/order-list';
import type { Page } from '@esteira/validators/wire/page';
import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { toPage } from '../../../core/paging';
import { itsParcel, orderColumns, toOrder } from '../queries';
import { isWhole, toOrderQuery } from './order-query';
import { selectPage } from './page-ids';
import { orderBy, parseCursor, SORTINGS, type Sorting, toCursor } from './sorting';

/** A page of the seller's orders, newest first unless sorted otherwise. */
export async function listOrders(deps: Deps, usuarioId: string, input: OrderListInput): Promise<Page<Order>> {
  const sorting: Sorting = SORTINGS[input.ordem ?? 'mais_novos'];
  const after = parseCursor(input.cursor, sorting);
  const query = toOrderQuery(usuarioId, input);
  const rows = input.limite + 1;
  const found =
    sorting === SORTINGS.mais_novos && isWhole(query)
      ? await preparedOnce(deps.db, 'orders_page', newestOrders).execute({
          usuarioId,
          cursor: after.id,
          rows,
        })
      : await readOrders(deps.db, usuarioId, {
          ids: await selectPage(deps.db, query, { sorting, after, rows }),
          sorting,
        });
  const { itens, proximo_cursor } = toPage(found, input.limite, (row) => toCursor(row, sorting));
  return { itens: itens.map((row) => toOrder(deps, usuarioId, row)), proximo_cursor };
}

const newestOrders = (db: Database, name: string) =>
  db
    .select(orderColumns)
    .from(orders)
    .leftJoin(orderShipping, itsParcel)
    .where(and(eq(orders.usuario_id, sql.placeholder('usuarioId')), lt(orders.id, sql.placeholder('cursor'))))
    .orderBy(desc(orders.id))
    .limit(sql.placeholder('rows'))
    .prepare(name);

function readOrders(db: Database, usuarioId: string, { ids, sorting }: { ids: SQL; sorting: Sorting }) {
  return db
    .select(orderColumns)
    .from(orders)
    .innerJoin(sql`(${ids}) AS pagina`, sql`pagina.id = ${orders.id}`)
    .leftJoin(orderShipping, itsParcel)
    .where(eq(orders.usuario_id, usuarioId))
    .orderBy(orderBy('pagina', sorting));
}

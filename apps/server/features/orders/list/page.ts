import { type Database, opaqueParam, preparedOnce } from '@esteira/db/database';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import { DEFAULT_LIMIT } from '@esteira/domain/paging';
import type { Order } from '@esteira/validators/orders/order';
import type { OrderListInput } from '@esteira/validators/orders/order-list';
import type { Page } from '@esteira/validators/wire/page';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { isEntityId, PREPARED_SELLER } from '../../../core/ids';
import { invalidCursor, toPage } from '../../../core/paging';
import { itsParcel } from '../../shipping/order-to-ship';
import { orderColumns, toOrder } from '../queries';
import { isWhole, type OrderQuery, toOrderQuery } from './order-query';
import { type PageRequest, selectPage } from './select-page';
import { SORTINGS } from './sorting';

/** A page of the seller's orders, newest first unless sorted otherwise. */
export async function listOrders(deps: Deps, usuarioId: string, input: OrderListInput): Promise<Page<Order>> {
  const { ordem = 'mais_novos', cursor, limite } = input;
  const query = toOrderQuery(usuarioId, input);
  const isNewest = ordem === 'mais_novos' && limite === DEFAULT_LIMIT && isWhole(query);
  const found = await (isNewest
    ? readNewest(deps.db, usuarioId, cursor)
    : readPage(deps.db, query, { ordem, cursor, rows: limite + 1 }));
  const { itens, proximo_cursor } = toPage(found, limite, SORTINGS[ordem].toCursor);
  return { itens: itens.map((row) => toOrder(deps, usuarioId, row)), proximo_cursor };
}

function readPage(db: Database, query: OrderQuery, request: PageRequest) {
  const { page, isListed, order } = selectPage(query, request);
  return db
    .select(orderColumns)
    .from(orders)
    .innerJoin(page, isListed)
    .leftJoin(orderShipping, itsParcel)
    .where(eq(orders.usuario_id, query.usuarioId))
    .orderBy(...order);
}

const BEFORE_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The page that the screens open with, straight along the key. */
function readNewest(db: Database, usuarioId: string, cursor = BEFORE_ALL) {
  if (!isEntityId(cursor)) throw invalidCursor();
  return preparedOnce(db, 'orders_page', newestOrders).execute({ usuarioId, cursor });
}

const newestOrders = (db: Database, name: string) =>
  db
    .select(orderColumns)
    .from(orders)
    .leftJoin(orderShipping, itsParcel)
    .where(
      and(
        eq(orders.usuario_id, PREPARED_SELLER),
        lt(orders.id, opaqueParam(sql`${sql.placeholder('cursor')}::uuid`)),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(DEFAULT_LIMIT + 1)
    .prepare(name);

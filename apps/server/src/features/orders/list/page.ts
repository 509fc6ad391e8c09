import { type Database, literalLimit, opaqueParam, preparedOnce, selectRows } from '@esteira/db/database';
import { readRowsAs, toRowReader } from '@esteira/db/row-reader';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import { DEFAULT_LIMIT } from '@esteira/domain/paging';
import type { Order } from '@esteira/validators/orders/order';
import type { OrderListInput } from '@esteira/validators/orders/order-list';
import type { Page } from '@esteira/validators/wire/page';
import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { opaqueSeller, PREPARED_SELLER } from '../../../core/ids';
import { toPage } from '../../../core/paging';
import type { Once } from '../../../core/sharing/once';
import { itsParcel, orderColumns, toOrder } from '../queries';
import { isWhole, type OrderQuery, toOrderQuery } from './order-query';
import { type ListPart, selectList, toListCursor } from './select-list';
import { parseCursor, SORTINGS } from './sorting';

interface ListRequest {
  deps: Deps;
  once?: Once;
}

/** A page of the seller's orders, newest first unless sorted otherwise. */
export async function listOrders(
  { deps, once }: ListRequest,
  usuarioId: string,
  input: OrderListInput,
): Promise<Page<Order>> {
  const { ordem = 'mais_novos', cursor } = input;
  const query = { ...toOrderQuery(usuarioId, input), once };
  const found = await readPage(deps.db, query, { ordem, cursor, rows: input.limite + 1 });
  const { itens, proximo_cursor } = toPage(found, input.limite, (row) => toListCursor(row, ordem));
  return { itens: itens.map((row) => toOrder(deps, usuarioId, row)), proximo_cursor };
}

async function readPage(db: Database, query: OrderQuery, part: ListPart) {
  const { sellerId: usuarioId } = query;
  if (part.ordem === 'mais_novos' && isWhole(query)) {
    const cursor = parseCursor(part.cursor, SORTINGS.mais_novos).id;
    return readNewest(db, usuarioId, { cursor, rows: part.rows });
  }
  const { known, ids, order } = await selectList(db, query, part);
  if (known === null) return readOrders(db, usuarioId, { ids, order, rows: part.rows });
  if (known.length === 0) return [];
  return preparedOnce(db, 'orders_by_id', knownOrders).execute({ usuarioId, ids: `{${known.join(',')}}` });
}

/** The newest before an id, straight along the key. Prepared: writing the statement for each page took the server a seventh longer. */
function readNewest(
  db: Database,
  usuarioId: string,
  { cursor, rows }: { cursor: string; rows: number },
): Promise<OrderRow[]> {
  if (isUsual(rows)) return preparedOnce(db, 'orders_page', newestOrders).execute({ usuarioId, cursor });
  return preparedOnce(db, 'orders_page_of', newestOf).execute({ usuarioId, cursor, rows });
}

/** Pages of the size that the screens ask for keep their plans. */
const isUsual = (rows: number) => rows === DEFAULT_LIMIT + 1;

const newestOrders = (db: Database, name: string) =>
  readRowsAs(
    selectNewest(db)
      .limit(literalLimit(DEFAULT_LIMIT + 1))
      .prepare(name),
    orderColumns,
  );

const newestOf = (db: Database, name: string) =>
  readRowsAs(selectNewest(db).limit(sql.placeholder('rows')).prepare(name), orderColumns);

const selectNewest = (db: Database) =>
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
    .orderBy(desc(orders.id));

const knownOrders = (db: Database, name: string) =>
  readRowsAs(
    db
      .select(orderColumns)
      .from(orders)
      .innerJoin(
        sql`unnest((SELECT ${sql.placeholder('ids')}::uuid[])) WITH ORDINALITY AS pagina(id, lugar)`,
        sql`pagina.id = ${orders.id}`,
      )
      .leftJoin(orderShipping, itsParcel)
      .where(eq(orders.usuario_id, sql.placeholder('usuarioId')))
      .orderBy(sql`pagina.lugar`)
      .prepare(name),
    orderColumns,
  );

function readOrders(db: Database, usuarioId: string, { ids, order, rows }: ReadIds): Promise<OrderRow[]> {
  const { before, behind } = preparedOnce(db, 'orders_around_ids', writeAroundIds);
  const query = sql`${before}(${ids})${behind}
    WHERE ${orders.usuario_id} = ${opaqueSeller(usuarioId)} ORDER BY ${order}`;
  return selectRows(db, query, { read: readOrderRows, keepsPlan: isUsual(rows) });
}

interface ReadIds {
  ids: SQL;
  order: SQL;
  rows: number;
}

/** What is the same for all pages is written once; writing it for each took a tenth of a page's time. */
function writeAroundIds(db: Database): { before: SQL; behind: SQL } {
  const { sql: text } = db
    .select(orderColumns)
    .from(orders)
    .innerJoin(sql`(ids) AS pagina`, sql`pagina.id = ${orders.id}`)
    .leftJoin(orderShipping, itsParcel)
    .toSQL();
  const [before = '', behind = ''] = text.split('(ids)');
  return { before: sql.raw(before), behind: sql.raw(behind) };
}

const readOrderRows = toRowReader(orderColumns);

type OrderRow = Awaited<ReturnType<ReturnType<typeof knownOrders>['execute']>>[number];
